import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'test-results']);

/**
 * Lists the files under `dir` (from the root) as sorted paths from the root with `/`, without built or installed files.
 */
export function listFiles(dir, accept = () => true) {
  const found = [];
  const visit = (folder) => {
    const entries = fs.existsSync(path.join(root, folder))
      ? fs.readdirSync(path.join(root, folder), { withFileTypes: true })
      : [];
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(name);
      else if (entry.isFile() && accept(name)) found.push(name);
    }
  };
  visit(dir);
  return found.sort();
}

/** Returns one SHA-256 over names and contents. */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns the text of a file from the root, or null when it does not exist. @throws other errors of the file system */
export function readIfThere(file) {
  try {
    return fs.readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
