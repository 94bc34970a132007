import { statfs } from 'node:fs/promises';

/**
 * Bytes that a user without privileges may still write. @param folder by default that of the program
 * @returns null where the folder cannot be measured
 */
export async function readFreeBytes(folder: string = import.meta.dirname): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
