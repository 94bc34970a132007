/** The IndexedDB of this browser: acts that wait to be sent, and the answers last read. */

const NAME = 'bobina';
const VERSION = 1;
export type StoreName = 'acts' | 'answers';

let opened: Promise<IDBDatabase> | undefined;

/**
 * Runs one request in a transaction of its own and resolves when it is committed; writes are flushed to the disk.
 * @throws DOMException where the browser offers no IndexedDB, for example in private windows
 */
export async function inStore<T>(
  name: StoreName,
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await (opened ??= open());
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('acts', { keyPath: 'seq', autoIncrement: true });
      request.result.createObjectStore('answers', { keyPath: ['user_id', 'path'] });
    };
    request.onsuccess = () => {
      // Another tab may upgrade or delete the database.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = undefined;
      reject(request.error ?? new DOMException('not available', 'NotSupportedError'));
    };
  });
}
