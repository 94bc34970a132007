/** The API, spoken to from inside as one user: throws with the answer when a call is refused. */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<T>;
