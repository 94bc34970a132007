export const LIST = '/report/inventario';
export const sheetPath = (id: number): string => `${LIST}?sheet=${id}`;
