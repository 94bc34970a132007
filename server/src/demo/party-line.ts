export type Country = 'IT' | 'FR' | 'MA' | 'US';
/** name, country, address, city, province, postal code */
export type Line = readonly [string, Country, string, string, string, string];
