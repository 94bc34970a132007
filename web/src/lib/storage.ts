/** Local storage that never throws: it may be unavailable in private windows or full. */
export const storage = safely(() => localStorage);
/** The same of one tab, which a reload keeps and the end of the tab deletes. */
export const tabStorage = safely(() => sessionStorage);

function safely(area: () => Storage) {
  return {
    read: (key: string): string | null => {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write: (key: string, value: string | null): void => {
      try {
        if (value === null) area().removeItem(key);
        else area().setItem(key, value);
      } catch {
        // Ignored: the value then lasts until the page is closed.
      }
    },
  };
}
