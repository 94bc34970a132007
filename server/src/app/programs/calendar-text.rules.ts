/** The iCalendar format (RFC 5545). */

/** An event of a whole day. */
export interface CalendarDay {
  /** The same for the same event in each answer. */
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  title: string;
  /** Lines separated by line feeds. */
  goods: string;
}

const LINE_BYTES = 75;

/** Writes a calendar. @param now the time of the answer */
export function calendarText(days: readonly CalendarDay[], now: Date): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bobina//Bobina//EN',
    'CALSCALE:GREGORIAN',
    ...days.flatMap(({ uid, day, title, goods }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@bobina`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(goods)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`);
}

/** Breaks a line after at most 75 bytes, never within a character. */
function folded(line: string): string {
  let [text, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
