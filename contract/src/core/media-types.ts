/** The media types of attachments. They are recognised by the content; anything else is `application/octet-stream`. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const ATTACHMENT_TYPES = [
  'application/pdf',
  ...PICTURE_TYPES,
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'text/plain',
  'text/csv',
  'application/xml',
  'application/octet-stream',
] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** Whether a browser may show a file of this type, and a thumbnail is made of it. */
export function isShownInline(type: string): boolean {
  return type === 'application/pdf' || (PICTURE_TYPES as readonly string[]).includes(type);
}
