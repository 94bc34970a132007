/** Rows of the registers that refer to no other row. */
import type { DemoCountry } from './country.ts';

/** A text by the country of the company. */
type Texts = Record<DemoCountry, string>;

/** By the path that creates them, in the order of creation. */
const REGISTERS = {
  '/condizioni-pagamento': [
    { descrizione: both('Rimessa diretta', 'Comptant') },
    { descrizione: both('Bonifico 30 giorni data fattura', 'Virement 30 jours'), giorni_differita: 30 },
    {
      descrizione: both('Bonifico 30 giorni fine mese', 'Virement 30 jours fin de mois'),
      giorni_differita: 30,
      fine_mese: true,
    },
    {
      descrizione: both('Bonifico 60 giorni fine mese', 'Virement 60 jours fin de mois'),
      giorni_differita: 60,
      fine_mese: true,
    },
    {
      descrizione: both('Ri.Ba. 60 giorni fine mese al 10', 'LCR 60 jours fin de mois le 10'),
      giorni_differita: 60,
      fine_mese: true,
      giorno_fisso_scadenza: 10,
    },
    {
      descrizione: both('Ri.Ba. 90 giorni fine mese', 'LCR 45 jours fin de mois'),
      giorni_differita: 90,
      fine_mese: true,
    },
    { descrizione: 'Virement 45 jours', giorni_differita: 45 },
    {
      descrizione: both('Ri.Ba. 30/60/90 giorni', 'LCR 30/60/90 jours'),
      instalments: [
        { days: 30, percent: 33.33 },
        { days: 60, percent: 33.33 },
        { days: 90, percent: 33.34 },
      ],
    },
  ],
  '/warehouses': [
    {
      name: both('Magazzino materie prime', 'Magasin matières premières'),
      description: both('Bobine di carta e film, baie 1–6', 'Bobines de papier et film, travées 1–6'),
    },
    {
      name: both('Magazzino semilavorati', 'Magasin semi-finis'),
      description: both(
        'Bobinette stampate e accoppiate in attesa di taglio',
        'Bobineaux imprimés et complexés en attente de coupe',
      ),
    },
    {
      name: both('Magazzino prodotti finiti', 'Magasin produits finis'),
      description: both('Scatole e pallet pronti per la spedizione', "Cartons et palettes prêts à l'expédition"),
    },
    {
      name: both('Deposito Casablanca', 'Dépôt de Casablanca'),
      description: both('Conto deposito per i clienti del Marocco', 'Dépôt pour les clients du Maroc'),
    },
  ],
  '/machines': [
    {
      code: 'TAG-01',
      description: both('Taglierina ribobinatrice 1600 mm', 'Bobineuse-refendeuse 1600 mm'),
      abbreviation: 'T1',
      area: both('Taglio', 'Coupe'),
      ...rates(38, 1),
    },
    {
      code: 'TAG-02',
      description: both('Taglierina ribobinatrice 1300 mm', 'Bobineuse-refendeuse 1300 mm'),
      abbreviation: 'T2',
      area: both('Taglio', 'Coupe'),
      ...rates(34, 1),
    },
    {
      code: 'FLX-01',
      description: both('Stampa flessografica 6 colori', 'Impression flexo 6 couleurs'),
      abbreviation: 'F1',
      area: both('Stampa', 'Impression'),
      ...rates(85, 2),
    },
    {
      code: 'FLX-02',
      description: both('Stampa flessografica 4 colori', 'Impression flexo 4 couleurs'),
      abbreviation: 'F2',
      area: both('Stampa', 'Impression'),
      ...rates(68, 2),
    },
    {
      code: 'ACC-01',
      description: both('Accoppiatrice carta–film', 'Complexeuse papier–film'),
      abbreviation: 'A1',
      area: both('Accoppiamento', 'Complexage'),
      ...rates(75, 2),
    },
    {
      code: 'SHT-01',
      description: both('Taglio in fogli e pareggio', 'Coupe en feuilles'),
      abbreviation: 'S1',
      area: both('Fogli', 'Feuilles'),
      ...rates(30, 1),
    },
    {
      code: 'BAG-01',
      description: both('Sacchettatrice fondo piatto', 'Machine à sacs fond plat'),
      abbreviation: 'B1',
      area: both('Sacchetti', 'Sacs'),
      ...rates(42, 1),
    },
    {
      code: 'CNF-01',
      description: both('Confezionamento e inscatolamento', 'Conditionnement'),
      abbreviation: 'C1',
      area: both('Confezione', 'Conditionnement'),
      ...rates(18, 2),
    },
  ],
} as const satisfies Record<string, readonly Record<string, unknown>[]>;

export type RegisterPath = keyof typeof REGISTERS;
export const REGISTER_PATHS = Object.keys(REGISTERS) as RegisterPath[];

/** Returns the bodies of the rows of a register, with the texts of the country. */
export function registerBodies(path: RegisterPath, country: DemoCountry): Record<string, unknown>[] {
  return REGISTERS[path].map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [field, isTexts(value) ? value[country] : (value as unknown)]),
    ),
  );
}

function both(IT: string, FR: string): Texts {
  return { IT, FR };
}

/** The cost of an hour in EUR without wages, and the people at the machine. */
function rates(cost_per_hour: number, people: number) {
  return { cost_per_hour, people };
}

function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && 'IT' in value;
}
