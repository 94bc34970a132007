export const LIST = '/report/inventario';
/** Returns the URL of a count's sheet. */
export function sheetPath(id: number): string {
  return `${LIST}?sheet=${id}`;
}
