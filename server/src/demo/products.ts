/** Three hundred products of a converter: raw materials in reels, finished goods, packaging. */
import { gtin } from './numbers-with-check-digits.ts';

interface DemoProduct {
  code: string;
  description: string;
  category: string;
  currency: string;
  unit_of_measure: string;
  [field: string]: unknown;
}
/** The supplier, as an index into the list of suppliers. */
type Sourced = DemoProduct & { supplier: number | null };

const BUYING = {
  acquisti_categoria: 'Materie prime',
  acquisti_conto_codice: '60.01.010',
  acquisti_conto_descrizione: 'Acquisti di carta e film',
};
const SELLING = {
  vendite_categoria: 'Prodotti finiti',
  vendite_conto_codice: '70.01.010',
  vendite_conto_descrizione: 'Vendite di imballaggi',
};
const VAT = { categoria_vat_codice: '22', categoria_vat_valore: 22 };

const PAPERS = [
  ['KRA', 'Carta kraft avana', [40, 60, 70, 80, 90, 120], 0, '48041190'],
  ['KRB', 'Carta kraft bianca', [40, 50, 60, 80, 100], 2, '48042190'],
  ['SOL', 'Carta solfito bianca alimentare', [35, 40, 45, 50], 1, '48061000'],
  ['ANT', 'Carta antigrasso', [40, 45, 50], 9, '48062000'],
  ['PEL', 'Carta pelleaglio', [28, 35, 40], 9, '48064090'],
  ['TST', 'Testliner riciclato', [110, 140, 175], 11, '48052400'],
  ['SET', 'Carta seta', [18, 22], 13, '48030039'],
] as const;
const REEL_WIDTHS = [52, 70, 100, 120, 135] as const;

const FILMS = [
  ['LDP', 'Film LDPE trasparente', [20, 30, 40, 50], 0.92, null, 3],
  ['LDA', 'Film LDPE avana', [12, 20, 30], 0.92, 'avana', 4],
  ['HDP', 'Film HDPE', [10, 12, 15], 0.95, 'bianco', 4],
  ['BOP', 'Film BOPP', [20, 25, 30, 35], 0.91, 'trasparente', 12],
  ['PET', 'Film PET', [12, 23], 1.39, 'trasparente', 12],
] as const;
const FILM_WIDTHS = [50, 60, 100] as const;

const SHEETS = [
  ['FKB', 'Fogli kraft bianco stampati', 60, 52],
  ['FSO', 'Fogli solfito per gastronomia', 45, 52],
  ['FAC', 'Fogli accoppiati carta–film salvafreschezza', 45, 52],
  ['FAN', 'Fogli antigrasso per hamburger', 40, 70],
] as const;
const SHEET_FORMATS = [
  [25, 37, 2],
  [30, 40, 4],
  [37, 50, 2],
  [50, 75, 1],
  [20, 30, 5],
  [12, 37, 4],
] as const;

const BAGS = [
  ['SPA', 'Sacchetti pane kraft avana', 40],
  ['SPB', 'Sacchetti pane kraft bianco', 40],
  ['SFI', 'Sacchetti pane con finestra', 40],
  ['SOR', 'Sacchetti ortofrutta', 35],
] as const;
const BAG_FORMATS = [
  [12, 24],
  [14, 30],
  [16, 32],
  [18, 36],
  [20, 40],
  [24, 44],
  [28, 50],
] as const;

const ROLLS = [
  ['ROT', 'Rotoli carta da banco', 45],
  ['ROF', 'Rotoli film estensibile alimentare', null],
  ['ROC', 'Rotoli carta forno', 40],
  ['TOV', 'Tovaglie in rotolo', 50],
] as const;

const CARTONS = [
  [40, 30, 20],
  [40, 30, 30],
  [60, 40, 30],
  [60, 40, 40],
  [50, 35, 25],
  [30, 20, 15],
  [80, 60, 50],
] as const;

const INKS = [
  'nero',
  'bianco coprente',
  'giallo',
  'magenta',
  'ciano',
  'rosso 032',
  'verde 348',
  'blu reflex',
  'oro 871',
  'marrone 469',
  'arancio 021',
  'viola',
];

const OTHERS = [
  ['PAL-EUR', 'Pallet EUR 80 × 120 cm'],
  ['PAL-FUM', 'Pallet fumigato 100 × 120 cm'],
  ['ETI-A5', 'Etichette adesive A5'],
  ['ETI-100150', 'Etichette adesive 100 × 150 mm'],
  ['NAS-048', 'Nastro adesivo PP avana 48 mm'],
  ['NAS-075', 'Nastro adesivo carta 75 mm'],
  ['REG-16', 'Reggia PP 16 mm'],
  ['EST-500', 'Film estensibile pallet 500 mm'],
  ['ANG-100', 'Angolari di cartone 100 cm'],
  ['LAM-FLX', 'Racla per stampa flessografica'],
  ['CLI-FLX', 'Biadesivo per cliché 457 mm'],
] as const;

/** The packaging material of finished goods, for the CONAI contribution. */
const CONAI: Record<string, string> = { Sacchetti: 'carta', Fogli: 'carta' };

/** Returns the bodies of the products of an Italian company. @param suppliers the ids of the suppliers, in the order of their list */
export function products(suppliers: readonly number[]) {
  return [
    ...paperReels(),
    ...films(),
    ...sheets(),
    ...bags(),
    ...rolls(),
    ...semiFinished(),
    ...packaging(),
    ...consumables(),
    ...others(),
  ].map(({ supplier, ...product }) => ({
    ...product,
    ...(CONAI[product.category] && { conai_material: CONAI[product.category], conai_kg: product.peso_netto }),
    supplier_id: supplier === null ? null : suppliers[supplier],
  }));
}

function paperReels(): Sourced[] {
  return PAPERS.flatMap(([prefix, name, grammages, supplier, hs_code]) =>
    grammages.flatMap((peso_carta, g) =>
      REEL_WIDTHS.filter((_, w) => (g + w) % 2 === 0 || peso_carta < 60).map((larghezza_bobina) => ({
        code: `${prefix}-${String(peso_carta).padStart(3, '0')}-${String(larghezza_bobina * 10).padStart(4, '0')}`,
        name: `${name} ${peso_carta} g`,
        description: `${name} ${peso_carta} g/m² bobina ${larghezza_bobina * 10} mm`,
        category: 'Carta in bobina',
        supplier,
        unit_of_measure: 'kg',
        currency: supplier === 13 ? 'MAD' : 'EUR',
        hs_code,
        has_batch: true,
        has_production_date: true,
        peso_carta,
        larghezza_bobina,
        scorta_minima: 1500,
        ...BUYING,
        ...VAT,
      })),
    ),
  );
}

function films(): Sourced[] {
  return FILMS.flatMap(([prefix, name, gauges, densita_film, colore_film, supplier]) =>
    gauges.flatMap((spessore_film) =>
      FILM_WIDTHS.map((larghezza_film) => ({
        code: `${prefix}-${String(spessore_film).padStart(3, '0')}-${String(larghezza_film * 10).padStart(4, '0')}`,
        name: `${name} ${spessore_film} µm`,
        description: `${name} ${spessore_film} µm bobina ${larghezza_film * 10} mm`,
        category: 'Film in bobina',
        supplier,
        unit_of_measure: 'kg',
        currency: 'EUR',
        hs_code: '39202021',
        has_batch: true,
        has_production_date: true,
        has_expiry_date: prefix === 'LDA',
        spessore_film,
        larghezza_film,
        densita_film,
        colore_film,
        scorta_minima: 400,
        ...BUYING,
        ...VAT,
      })),
    ),
  );
}

function sheets(): Sourced[] {
  return SHEETS.flatMap(([prefix, name, peso_carta, larghezza_bobina], kind) =>
    SHEET_FORMATS.map(([larghezza_cm, lunghezza_cm, numero_piste], format) => ({
      code: `${prefix}-${larghezza_cm}X${lunghezza_cm}`,
      description: `${name} ${larghezza_cm} × ${lunghezza_cm} cm`,
      name: `${name} ${larghezza_cm}×${lunghezza_cm}`,
      category: 'Fogli',
      supplier: null,
      unit_of_measure: 'box',
      currency: 'EUR',
      barcode: gtin(1000 + kind * 50 + format),
      hs_code: '48239085',
      has_bom: true,
      has_batch: true,
      larghezza_cm,
      lunghezza_cm,
      peso_carta,
      larghezza_bobina,
      numero_piste,
      pezzi_per_scatola: 500 + format * 100,
      minuti_x_confezione: 3 + format,
      peso_netto: 6.5 + format,
      peso_lordo: 7 + format,
      ...(prefix === 'FAC' && { larghezza_film: 50, spessore_film: 12, colore_film: 'avana', densita_film: 0.95 }),
      ...SELLING,
      ...VAT,
    })),
  );
}

function bags(): Sourced[] {
  return BAGS.flatMap(([prefix, name, peso_carta], kind) =>
    BAG_FORMATS.map(([larghezza_cm, lunghezza_cm], format) => ({
      code: `${prefix}-${larghezza_cm}${lunghezza_cm}`,
      name: `${name} ${larghezza_cm}×${lunghezza_cm}`,
      description: `${name} ${larghezza_cm} × ${lunghezza_cm} cm`,
      category: 'Sacchetti',
      supplier: null,
      unit_of_measure: 'box',
      currency: 'EUR',
      barcode: gtin(2000 + kind * 50 + format),
      hs_code: '48194000',
      has_bom: true,
      has_batch: true,
      larghezza_cm,
      lunghezza_cm,
      peso_carta,
      larghezza_bobina: 100,
      numero_piste: 2,
      pezzi_per_scatola: 1000,
      minuti_x_confezione: 4,
      peso_netto: 5 + format * 1.5,
      peso_lordo: 5.6 + format * 1.5,
      ...SELLING,
      ...VAT,
    })),
  );
}

function rolls(): Sourced[] {
  return ROLLS.flatMap(([prefix, name, peso_carta], kind) =>
    [30, 38, 45, 50, 100].map((width, format) => ({
      code: `${prefix}-${String(width).padStart(3, '0')}`,
      name: `${name} h ${width}`,
      description: `${name} h ${width} cm`,
      category: 'Rotoli',
      supplier: null,
      unit_of_measure: 'piece',
      currency: 'EUR',
      barcode: gtin(3000 + kind * 50 + format),
      has_batch: true,
      has_expiry_date: prefix === 'ROF',
      larghezza_cm: width,
      lunghezza_cm: 5000,
      numero_piste: 1,
      minuti_x_confezione: 2,
      peso_netto: width / 10,
      peso_lordo: width / 10 + 0.2,
      ...(peso_carta === null
        ? { larghezza_film: width, spessore_film: 10, densita_film: 0.92 }
        : { peso_carta, larghezza_bobina: width }),
      ...SELLING,
      ...VAT,
    })),
  );
}

function semiFinished(): Sourced[] {
  return [40, 45, 60].flatMap((peso_carta) =>
    [10, 12, 20].flatMap((spessore_film) =>
      [52, 70, 100].map((width) => ({
        code: `ACC-${peso_carta}-${spessore_film}-${width * 10}`,
        name: `Accoppiato ${peso_carta} + ${spessore_film}`,
        description: `Accoppiato carta ${peso_carta} g/m² + PE ${spessore_film} µm bobina ${width * 10} mm`,
        category: 'Semilavorati',
        supplier: null,
        unit_of_measure: 'm',
        currency: 'EUR',
        is_semi_finished: true,
        has_bom: true,
        has_batch: true,
        peso_carta,
        larghezza_bobina: width,
        spessore_film,
        larghezza_film: width - 2,
        densita_film: 0.92,
        numero_piste: 1,
        ...VAT,
      })),
    ),
  );
}

function packaging(): Sourced[] {
  return [
    ...CARTONS.flatMap(([length, width, height]) =>
      ['onda singola', 'doppia onda'].map((wall, at) => ({
        code: `CRT-${length}${width}${height}-${at + 1}`,
        description: `Scatola di cartone ${length} × ${width} × ${height} cm ${wall}`,
        category: 'Cartoni',
        supplier: at === 0 ? 6 : 14,
        unit_of_measure: 'piece',
        currency: at === 0 ? 'EUR' : 'MAD',
        hs_code: '48191000',
        peso_netto: 0.3 + at * 0.2,
        peso_lordo: 0.3 + at * 0.2,
        scorta_minima: 500,
        ...BUYING,
        ...VAT,
      })),
    ),
    ...['76 mm', '50 mm', '152 mm'].flatMap((core) =>
      [52, 100, 120].map((width) => ({
        code: `ANM-${core.slice(0, -3)}-${width * 10}`,
        description: `Anima di cartone Ø ${core} lunghezza ${width * 10} mm`,
        category: 'Anime e tubi',
        supplier: 8,
        unit_of_measure: 'piece',
        currency: 'EUR',
        scorta_minima: 200,
        ...BUYING,
        ...VAT,
      })),
    ),
  ];
}

function consumables(): Sourced[] {
  return [
    ...INKS.map((color, at) => ({
      code: `INK-${String(at + 1).padStart(2, '0')}`,
      description: `Inchiostro flexo a base acqua ${color}`,
      category: 'Inchiostri',
      supplier: 5,
      unit_of_measure: 'kg',
      currency: 'EUR',
      hs_code: '32151900',
      has_batch: true,
      has_expiry_date: true,
      has_production_date: true,
      scorta_minima: 25,
      ...BUYING,
      ...VAT,
    })),
    ...['vinilico per carta', 'senza solvente per accoppiamento', 'hot melt in granuli', 'a base amido'].map(
      (kind, at) => ({
        code: `COL-${String(at + 1).padStart(2, '0')}`,
        description: `Adesivo ${kind}`,
        category: 'Adesivi',
        supplier: 7,
        unit_of_measure: at === 1 ? 'l' : 'kg',
        currency: 'EUR',
        has_batch: true,
        has_expiry_date: true,
        ...BUYING,
        ...VAT,
      }),
    ),
  ];
}

function others(): Sourced[] {
  return OTHERS.map(([code, description]) => ({
    code,
    description,
    category: 'Materiali di consumo',
    supplier: 6,
    unit_of_measure: 'piece',
    currency: 'EUR',
    ...BUYING,
    ...VAT,
  }));
}
