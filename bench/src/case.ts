export interface Case {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** @param unique a number that no other request of the run has */
  path: (unique: number) => string;
  body?: (unique: number) => Record<string, unknown>;
}
