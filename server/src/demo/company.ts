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

export const paymentTerms = [
  { descrizione: 'Rimessa diretta' },
  { descrizione: 'Bonifico 30 giorni data fattura', giorni_differita: 30 },
  { descrizione: 'Bonifico 30 giorni fine mese', giorni_differita: 30, fine_mese: true },
  { descrizione: 'Bonifico 60 giorni fine mese', giorni_differita: 60, fine_mese: true },
  { descrizione: 'Ri.Ba. 60 giorni fine mese al 10', giorni_differita: 60, fine_mese: true, giorno_fisso_scadenza: 10 },
  { descrizione: 'Ri.Ba. 90 giorni fine mese', giorni_differita: 90, fine_mese: true },
  { descrizione: 'Virement 45 jours', giorni_differita: 45 },
  {
    descrizione: 'Ri.Ba. 30/60/90 giorni',
    instalments: [
      { days: 30, percent: 33.33 },
      { days: 60, percent: 33.33 },
      { days: 90, percent: 33.34 },
    ],
  },
];

export const warehouses = [
  { name: 'Magazzino materie prime', description: 'Bobine di carta e film, baie 1–6' },
  { name: 'Magazzino semilavorati', description: 'Bobinette stampate e accoppiate in attesa di taglio' },
  { name: 'Magazzino prodotti finiti', description: 'Scatole e pallet pronti per la spedizione' },
  { name: 'Deposito Casablanca', description: 'Conto deposito per i clienti del Marocco' },
];

/** The cost of an hour in EUR without wages, and the people at the machine. */
function rates(cost_per_hour: number, people: number) {
  return { cost_per_hour, people };
}

export const machines = [
  {
    code: 'TAG-01',
    description: 'Taglierina ribobinatrice 1600 mm',
    abbreviation: 'T1',
    area: 'Taglio',
    ...rates(38, 1),
  },
  {
    code: 'TAG-02',
    description: 'Taglierina ribobinatrice 1300 mm',
    abbreviation: 'T2',
    area: 'Taglio',
    ...rates(34, 1),
  },
  { code: 'FLX-01', description: 'Stampa flessografica 6 colori', abbreviation: 'F1', area: 'Stampa', ...rates(85, 2) },
  { code: 'FLX-02', description: 'Stampa flessografica 4 colori', abbreviation: 'F2', area: 'Stampa', ...rates(68, 2) },
  {
    code: 'ACC-01',
    description: 'Accoppiatrice carta–film',
    abbreviation: 'A1',
    area: 'Accoppiamento',
    ...rates(75, 2),
  },
  { code: 'SHT-01', description: 'Taglio in fogli e pareggio', abbreviation: 'S1', area: 'Fogli', ...rates(30, 1) },
  {
    code: 'BAG-01',
    description: 'Sacchettatrice fondo piatto',
    abbreviation: 'B1',
    area: 'Sacchetti',
    ...rates(42, 1),
  },
  {
    code: 'CNF-01',
    description: 'Confezionamento e inscatolamento',
    abbreviation: 'C1',
    area: 'Confezione',
    ...rates(18, 2),
  },
];

/** One user per role; the first user, admin, exists already. */
export const users = [
  { username: 'direzione', name: 'Giulia Ricasoli', role: 'direction' },
  { username: 'amministrazione', name: 'Marco Bettini', role: 'administration' },
  { username: 'ordini', name: 'Chiara Fabbri', role: 'orders' },
  { username: 'magazzino', name: 'Yassine El Amrani', role: 'warehouse' },
  { username: 'vendite', name: 'Sophie Marchand', role: 'sales' },
];
