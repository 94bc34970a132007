import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Chromium from npm, and the environment that it needs to find its parts. */
export interface UnpackedChromium {
  executablePath: string;
  env: Record<string, string>;
}

const PACKAGE = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/**
 * Unpacks the Chromium of `@sparticuz/chromium` (Linux only), once per version, with the system libraries and fonts
 * that it needs. Test files run concurrently, so it is unpacked into a temporary folder and renamed atomically.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const home = path.join(CACHE, `chromium-${version}`);
  if (!(await exists(home))) await unpackInto(home);
  return { executablePath: path.join(home, 'chromium'), env: environmentFor(home) };
}

async function unpackInto(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(`${home}-`);
  try {
    await inflateAll(draft);
    await writeFile(path.join(draft, 'fonts.conf'), fontsConf(home));
    await chmod(draft, 0o755);
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(home))) throw error; // another process was faster
  }
}

/** Unpacks the package into `dir`, since it writes into the system's temporary folder, as the environment sets it. */
async function inflateAll(dir: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = dir;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((archive) => inflate(path.join(PACKAGE, 'bin', archive))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Writes a font configuration with the bundled fonts and the system's: without any font, text has no height. */
function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;
}

function environmentFor(home: string): Record<string, string> {
  const libraries = [path.join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return { LD_LIBRARY_PATH: libraries.join(path.delimiter), FONTCONFIG_FILE: path.join(home, 'fonts.conf') };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
