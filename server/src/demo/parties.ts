import type { DemoCountry } from './country.ts';
import type { CaseCustomer } from './documents/topic.ts';
import * as french from './french/parties.ts';
import type { Country, Line } from './party-line.ts';
import { frenchTva, iban, moroccanIce, partitaIva, frenchSiret } from './numbers-with-check-digits.ts';

const COUNTRIES: Record<Country, { country: string; vat: (seed: number) => string; phone: string; domain: string }> = {
  IT: { country: 'Italia', vat: partitaIva, phone: '+39 0', domain: 'it.example' },
  FR: { country: 'France', vat: frenchTva, phone: '+33 4 ', domain: 'fr.example' },
  MA: { country: 'Maroc', vat: moroccanIce, phone: '+212 5 ', domain: 'ma.example' },
  US: {
    country: 'United States',
    vat: (seed) => `US${String(100_000_000 + seed * 7_919)}`,
    phone: '+1 212 ',
    domain: 'us.example',
  },
};

const SUPPLIERS: Line[] = [
  ["Cartiera dell'Alto Serchio S.p.A.", 'IT', 'Via della Fola 4', 'Barga', 'LU', '55051'],
  ['Cartiere Val Pescia S.r.l.', 'IT', 'Via Mammianese 120', 'Pescia', 'PT', '51017'],
  ['Kraftnord Distribuzione S.r.l.', 'IT', 'Via Postumia 88', 'Treviso', 'TV', '31100'],
  ['Film Padani S.p.A.', 'IT', "Via dell'Industria 31", 'Carpi', 'MO', '41012'],
  ['Poliestrusi Brianza S.r.l.', 'IT', 'Via Monte Grappa 9', 'Seregno', 'MB', '20831'],
  ['Inchiostri Tirreno S.r.l.', 'IT', 'Via Aurelia Sud 210', 'Massa', 'MS', '54100'],
  ['Scatolificio del Chianti S.n.c.', 'IT', 'Loc. Sambuca 22', 'Barberino Tavarnelle', 'FI', '50028'],
  ['Adesivi Lariani S.r.l.', 'IT', 'Via per Cantù 15', 'Como', 'CO', '22100'],
  ['Anime e Tubi Toscani S.r.l.', 'IT', 'Via Livornese 301', 'Empoli', 'FI', '50053'],
  ['Papeterie du Haut Rhône SAS', 'FR', '14 quai de la Navigation', 'Valence', 'Drôme', '26000'],
  ['Emballages Souples de Provence SARL', 'FR', '5 chemin des Oliviers', 'Aubagne', 'Bouches-du-Rhône', '13400'],
  ["Kraft d'Aquitaine SA", 'FR', '220 route de Bayonne', 'Dax', 'Landes', '40100'],
  ['Films Techniques du Forez SAS', 'FR', 'ZI Les Loges', 'Montbrison', 'Loire', '42600'],
  ['Papiers du Souss SARL', 'MA', 'Zone industrielle Aït Melloul', 'Agadir', 'Souss-Massa', '80150'],
  ['Cartonnerie Atlas SA', 'MA', 'Boulevard Moulay Slimane 57', 'Casablanca', 'Casablanca-Settat', '20250'],
];

const CUSTOMERS: Line[] = [
  ['Panificio Industriale Senese S.r.l.', 'IT', 'Via Cassia Nord 44', 'Siena', 'SI', '53100'],
  ['Ortofrutta Maremma Soc. Coop.', 'IT', 'Via Senese 210', 'Grosseto', 'GR', '58100'],
  ['Salumi Montefeltro S.p.A.', 'IT', 'Via Flaminia 66', 'Fossombrone', 'PU', '61034'],
  ['Caseificio Bel Colle S.r.l.', 'IT', 'Via Cisa 12', 'Traversetolo', 'PR', '43029'],
  ['Pescheria Adriatica S.r.l.', 'IT', 'Via del Porto 3', 'San Benedetto del Tronto', 'AP', '63074'],
  ['Dolciaria Partenopea S.r.l.', 'IT', 'Via Argine 902', 'Napoli', 'NA', '80147'],
  ['Macellerie Riunite Umbre S.c.a.r.l.', 'IT', 'Via Settevalli 131', 'Perugia', 'PG', '06129'],
  ['Agrumi di Sicilia Export S.r.l.', 'IT', 'Via Ionica 7', 'Lentini', 'SR', '96016'],
  ['Ristorazione Collettiva Lombarda S.p.A.', 'IT', 'Via Ripamonti 450', 'Milano', 'MI', '20141'],
  ['Gastronomia Sabauda S.r.l.', 'IT', 'Corso Francia 211', 'Torino', 'TO', '10139'],
  ['Fiori di Liguria Soc. Coop.', 'IT', 'Via Aurelia 88', 'Sanremo', 'IM', '18038'],
  ['Grossista Carta Veneta S.r.l.', 'IT', 'Via Brenta 19', 'Padova', 'PD', '35129'],
  ['Boulangeries du Midi SAS', 'FR', '18 avenue de Toulouse', 'Montpellier', 'Hérault', '34070'],
  ['Primeurs de la Drôme SARL', 'FR', 'Marché de gros, case 14', 'Valence', 'Drôme', '26000'],
  ['Fromageries des Alpes SA', 'FR', '3 rue du Glacier', 'Annecy', 'Haute-Savoie', '74000'],
  ['Traiteur Lyonnais SAS', 'FR', '77 cours Lafayette', 'Lyon', 'Rhône', '69003'],
  ['Poissonnerie de la Côte Bleue SARL', 'FR', '2 quai des Anglais', 'Martigues', 'Bouches-du-Rhône', '13500'],
  ['Centrale Emballage Occitanie SAS', 'FR', '90 route de Narbonne', 'Béziers', 'Hérault', '34500'],
  ['Charcuterie Savoyarde SA', 'FR', '11 rue de la République', 'Chambéry', 'Savoie', '73000'],
  ['Agrumes du Gharb SARL', 'MA', 'Route de Sidi Yahia', 'Kénitra', 'Rabat-Salé-Kénitra', '14000'],
  ['Conserveries de Safi SA', 'MA', 'Boulevard du Port 12', 'Safi', 'Marrakech-Safi', '46000'],
  ['Boulangerie Moderne de Casablanca SARL', 'MA', 'Rue Ibn Batouta 41', 'Casablanca', 'Casablanca-Settat', '20000'],
  ['Primeurs du Souss SARL', 'MA', 'Marché de gros Inezgane', 'Agadir', 'Souss-Massa', '86350'],
  ['Emballage Tanger Med SA', 'MA', 'Zone franche, lot 88', 'Tanger', 'Tanger-Tétouan-Al Hoceïma', '90000'],
  ['Traiteur Royal Rabat SARL', 'MA', 'Avenue Hassan II 210', 'Rabat', 'Rabat-Salé-Kénitra', '10000'],
];

const CONTACTS = [
  'Paolo Neri',
  'Elena Conti',
  'Luc Fournier',
  'Nadia Benali',
  'Andrea Sarti',
  'Claire Dubois',
  'Omar Tazi',
  'Marta Gori',
];

/** Returns the bodies of the suppliers of a company in a country. @param terms as for `customers` */
export function suppliers(home: DemoCountry, terms: readonly number[]) {
  return (home === 'FR' ? french.SUPPLIERS : SUPPLIERS).map((line, at) => ({
    ...party(line, at + 11),
    shipping_method: at % 3 === 0 ? 'Franco destino' : 'Corriere',
    tipo_pagamento_id: terms[1 + (at % 3)],
    ...(line[1] !== 'MA' && { iban: iban(line[1] === 'FR' ? 'FR' : 'IT', at + 11) }),
  }));
}

/**
 * Returns the bodies of the customers of a company in a country.
 * @param terms the ids of the payment terms, in the order of `paymentTerms`; the last one has instalments
 */
export function customers(home: DemoCountry, terms: readonly number[]) {
  return (home === 'FR' ? french.CUSTOMERS : CUSTOMERS).map((line, at) => ({
    ...buyer(home, line, at),
    tipo_pagamento_id: at % 6 === 5 ? terms.at(-1) : line[1] === 'FR' ? terms[6] : terms[1 + (at % 5)],
  }));
}

const CASES: Record<DemoCountry, Partial<Record<CaseCustomer, readonly [Line, object]>>> = {
  IT: {
    publicBody: [
      ['Unione dei Comuni del Valdarno', 'IT', 'Piazza Varchi 5', 'Montevarchi', 'AR', '52025'],
      { is_public_body: true, codice_destinatario: 'UF4Z7K', modalita_pagamento: 'MP05' },
    ],
    exporter: [
      ['Vini e Oli del Salento Export S.r.l.', 'IT', 'Via Gallipoli 61', 'Lecce', 'LE', '73100'],
      { vat_code: 'N3.5', modalita_pagamento: 'MP05' },
    ],
  },
  FR: {
    publicBody: [
      ['Ville de Lunel', 'FR', '240 avenue Victor-Hugo, hôtel de ville', 'Lunel', 'Hérault', '34400'],
      { is_public_body: true, routing_code: 'SERVICE-ACHATS' },
    ],
  },
};
const ABROAD: Line = ['Zephyr Bakery Supplies Inc.', 'US', '410 Hudson Street', 'New York', 'NY', '10014'];

/** Returns the bodies of the customers that show one special case each. */
export function caseCustomers(home: DemoCountry, terms: readonly number[]): [CaseCustomer, object][] {
  const cases = { ...CASES[home], abroad: [ABROAD, { valuta: 'USD', modalita_pagamento: 'MP05' }] as const };
  return Object.entries(cases).map(([name, [line, more]], at) => [
    name as CaseCustomer,
    { ...buyer(home, line, 60 + at), tipo_pagamento_id: terms[1], ...more },
  ]);
}

/** Returns the body of a destination; the demo adds one for every third customer. */
export function destinationOf(
  customer: { id: number; city: string; country: string; zip_code: string; phone: string },
  at: number,
) {
  return {
    customer_id: customer.id,
    indirizzo: customer.country === 'Italia' ? `Zona industriale, lotto ${at + 3}` : `Zone industrielle, lot ${at + 3}`,
    cap: customer.zip_code,
    citta: customer.city,
    nazione: customer.country,
    telefono: customer.phone,
    orari_consegna: '8:00–12:00, 14:00–17:00',
  };
}

/** A French company leaves the VAT of sales in France to the products, which have several rates. */
const VAT_CODES: Record<DemoCountry, Record<Country, string | null>> = {
  IT: { IT: '22', FR: 'N3.2', MA: 'N3.1', US: 'N3.1' },
  FR: { FR: null, IT: 'N3.2', MA: 'N3.1', US: 'N3.1' },
};

function buyer(home: DemoCountry, line: Line, at: number) {
  const country = line[1];
  const common = party(line, at + 211);
  return {
    ...common,
    valuta: 'EUR',
    vat_code: VAT_CODES[home][country],
    modalita_pagamento: at % 2 === 0 ? 'MP05' : 'MP12',
    codice_destinatario: country === 'IT' ? ['M5UXCR1', 'SUBM70N', 'USAL8PV', 'T04ZHR3'][at % 4] : 'XXXXXXX',
    email_fatturazione: common.email.replace('ordini@', country === 'IT' ? 'fatture@' : 'comptabilite@'),
    ...(country === 'IT' && { iban: iban('IT', at + 211) }),
    ...(country === 'FR' && { siren: common.vat_number.slice(-9), siret: frenchSiret(common.vat_number, 1) }),
    ...(country === 'MA' && { ice: common.vat_number }),
  };
}

function party([business_name, country_code, address, city, province, zip_code]: Line, seed: number) {
  const { country, vat, phone, domain } = COUNTRIES[country_code];
  const slug = business_name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .split(' ')
    .slice(0, 2)
    .join('-')
    .toLowerCase();
  return {
    business_name,
    vat_number: vat(seed),
    contact_name: CONTACTS[seed % CONTACTS.length],
    contact_role: seed % 2 === 0 ? 'Ufficio ordini' : 'Logistica',
    contact_phone: `${phone}${String(55_000_000 + ((seed * 31_337) % 9_000_000))}`,
    address,
    city,
    province,
    zip_code,
    country,
    country_code,
    email: `ordini@${slug}.${domain}`,
    phone: `${phone}${String(57_000_000 + ((seed * 27_644) % 9_000_000))}`,
  };
}
