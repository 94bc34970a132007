export const LIST = '/report/inventario';
export function sheetPath(id: number): string {
  return `${LIST}?sheet=${id}`;
}
