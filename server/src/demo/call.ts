/**
 * Calls the API in process as one user, with a JSON body or a form with a file; throws an error with the response when a
 * call is refused.
 */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<T>;
