/** Local storage that never throws: it may be unavailable in private windows or full. */
export const storage = {
  read: (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key: string, value: string | null): void => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Ignored: the value then lasts until the page is closed.
    }
  },
};
