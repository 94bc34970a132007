export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
const MOST_BYTES = 500_000;

export type LogoProblem = 'logoType' | 'logoSize';

/** A picked file as a data URL, or why not. */
export async function readLogo(file: File): Promise<{ logo: string } | { problem: LogoProblem }> {
  if (!(LOGO_TYPES as readonly string[]).includes(file.type)) return { problem: 'logoType' };
  if (file.size > MOST_BYTES) return { problem: 'logoSize' };
  const read = new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
  const logo = await read;
  // A file that only calls itself a picture would break every document.
  const isPicture = await new Promise<boolean>((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = logo;
  });
  return isPicture ? { logo } : { problem: 'logoType' };
}
