import { partitaIva } from './numbers-with-check-digits.ts';

export const company = {
  business_name: 'Bobinificio Valdarno S.r.l.',
  vat_number: partitaIva(4242),
  tax_code: partitaIva(4242),
  address: 'Via delle Cartiere 18',
  city: 'Montevarchi',
  province: 'AR',
  zip_code: '52025',
  country: 'Italia',
  country_code: 'IT',
  phone: '+39 055 900 1200',
  email: 'info@bobinificio-valdarno.example',
  pec: 'bobinificio-valdarno@pec.example',
  iban: 'IT60X0542811101000000123456',
  sia_code: 'A1B2C',
  bank: 'Banca del Valdarno, filiale di Montevarchi',
  share_capital: '250.000,00 € i.v.',
  rea: 'AR-198432',
  regime_fiscale: 'RF01',
};

/** CONAI contributions in EUR per tonne; stamp duty is charged to customers. Wages and sold waste enter the cost of runs. */
export const settings = {
  wages_per_hour: 24,
  waste_price_per_kg: 0.07,
  default_vat_code: '22',
  recharge_stamp_duty: true,
  conai_rates: { carta: 65, plastica: 258 },
};

export const vatCodes = [
  { code: '22', rate: 22, description: 'IVA ordinaria 22 %' },
  { code: '10', rate: 10, description: 'IVA ridotta 10 %' },
  { code: '4', rate: 4, description: 'IVA minima 4 %' },
  { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Cessioni intracomunitarie (art. 41 DL 331/93)' },
  {
    code: 'N3.5',
    rate: 0,
    natura: 'N3.5',
    description: "Non imponibile con dichiarazione d'intento (art. 8 c. 1 lett. c)",
  },
  { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni (art. 8 DPR 633/72)' },
];

/** One user per role; the first user, admin, exists already. */
export const users = [
  { username: 'direzione', name: 'Giulia Ricasoli', role: 'direction' },
  { username: 'amministrazione', name: 'Marco Bettini', role: 'administration' },
  { username: 'ordini', name: 'Chiara Fabbri', role: 'orders' },
  { username: 'magazzino', name: 'Yassine El Amrani', role: 'warehouse' },
  { username: 'vendite', name: 'Sophie Marchand', role: 'sales' },
];
