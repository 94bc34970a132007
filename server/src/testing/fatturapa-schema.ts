/** What the schema of FatturaPA 1.2.2 asks of the elements that are used: their order, how often, and their form. */
import assert from 'node:assert/strict';
import type { Xml } from './read-xml.ts';

type Often = '1' | '?' | '*' | '+';
type Form = RegExp | readonly Rule[];
type Rule = readonly [name: string, often: Often, form: Form];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^-?\d{1,11}\.\d{2}$/;
const EXACT = /^-?\d{1,11}\.\d{2,8}$/;
const RATE = /^\d{1,3}\.\d{2}$/;
const NATURE = /^(N1|N2\.[12]|N3\.[1-6]|N4|N5|N6\.[1-9]|N7)$/;
const TAX_CODE = /^[A-Z0-9]{11,16}$/;
const COUNTRY = /^[A-Z]{2}$/;
const PHONE = /^[\u0020-\u007e]{5,12}$/;
const MAIL = /^.{1,249}@.+\..+$/;

const tax: Form = [
  ['IdPaese', '1', COUNTRY],
  ['IdCodice', '1', /^.{1,28}$/],
];
const name: Form = [['Denominazione', '1', latin(80)]];
const address: Form = [
  ['Indirizzo', '1', latin(60)],
  ['CAP', '1', /^\d{5}$/],
  ['Comune', '1', latin(60)],
  ['Provincia', '?', COUNTRY],
  ['Nazione', '1', COUNTRY],
];
const reference: Form = [
  ['IdDocumento', '1', basic(20)],
  ['Data', '?', DAY],
];

const RULES: Rule = [
  'FatturaElettronica',
  '1',
  [
    [
      'FatturaElettronicaHeader',
      '1',
      [
        [
          'DatiTrasmissione',
          '1',
          [
            ['IdTrasmittente', '1', tax],
            ['ProgressivoInvio', '1', basic(10)],
            ['FormatoTrasmissione', '1', /^FPR12$/],
            ['CodiceDestinatario', '1', /^[A-Z0-9]{7}$/],
            [
              'ContattiTrasmittente',
              '?',
              [
                ['Telefono', '?', PHONE],
                ['Email', '?', MAIL],
              ],
            ],
            ['PECDestinatario', '?', MAIL],
          ],
        ],
        [
          'CedentePrestatore',
          '1',
          [
            [
              'DatiAnagrafici',
              '1',
              [
                ['IdFiscaleIVA', '1', tax],
                ['CodiceFiscale', '?', TAX_CODE],
                ['Anagrafica', '1', name],
                ['RegimeFiscale', '1', /^RF(0[12456789]|1\d)$/],
              ],
            ],
            ['Sede', '1', address],
            [
              'IscrizioneREA',
              '?',
              [
                ['Ufficio', '1', COUNTRY],
                ['NumeroREA', '1', basic(20)],
                ['CapitaleSociale', '?', AMOUNT],
                ['StatoLiquidazione', '1', /^L[SN]$/],
              ],
            ],
            [
              'Contatti',
              '?',
              [
                ['Telefono', '?', PHONE],
                ['Email', '?', MAIL],
              ],
            ],
          ],
        ],
        [
          'CessionarioCommittente',
          '1',
          [
            [
              'DatiAnagrafici',
              '1',
              [
                ['IdFiscaleIVA', '?', tax],
                ['CodiceFiscale', '?', TAX_CODE],
                ['Anagrafica', '1', name],
              ],
            ],
            ['Sede', '1', address],
          ],
        ],
      ],
    ],
    [
      'FatturaElettronicaBody',
      '1',
      [
        [
          'DatiGenerali',
          '1',
          [
            [
              'DatiGeneraliDocumento',
              '1',
              [
                ['TipoDocumento', '1', /^TD(01|04|24)$/],
                ['Divisa', '1', /^EUR$/],
                ['Data', '1', DAY],
                ['Numero', '1', basic(20)],
                [
                  'DatiBollo',
                  '?',
                  [
                    ['BolloVirtuale', '1', /^SI$/],
                    ['ImportoBollo', '1', /^2\.00$/],
                  ],
                ],
                ['ImportoTotaleDocumento', '1', AMOUNT],
                ['Causale', '*', latin(200)],
              ],
            ],
            ['DatiOrdineAcquisto', '?', reference],
            ['DatiFattureCollegate', '?', reference],
            [
              'DatiDDT',
              '?',
              [
                ['NumeroDDT', '1', basic(20)],
                ['DataDDT', '1', DAY],
              ],
            ],
          ],
        ],
        [
          'DatiBeniServizi',
          '1',
          [
            [
              'DettaglioLinee',
              '+',
              [
                ['NumeroLinea', '1', /^[1-9]\d{0,3}$/],
                [
                  'CodiceArticolo',
                  '1',
                  [
                    ['CodiceTipo', '1', basic(35)],
                    ['CodiceValore', '1', latin(35)],
                  ],
                ],
                ['Descrizione', '1', latin(1000)],
                ['Quantita', '1', /^\d{1,12}\.\d{2,8}$/],
                ['UnitaMisura', '1', basic(10)],
                ['PrezzoUnitario', '1', EXACT],
                ['PrezzoTotale', '1', EXACT],
                ['AliquotaIVA', '1', RATE],
                ['Natura', '?', NATURE],
              ],
            ],
            [
              'DatiRiepilogo',
              '+',
              [
                ['AliquotaIVA', '1', RATE],
                ['Natura', '?', NATURE],
                ['ImponibileImporto', '1', AMOUNT],
                ['Imposta', '1', AMOUNT],
                ['EsigibilitaIVA', '?', /^[IDS]$/],
                ['RiferimentoNormativo', '?', latin(100)],
              ],
            ],
          ],
        ],
        [
          'DatiPagamento',
          '?',
          [
            ['CondizioniPagamento', '1', /^TP0[123]$/],
            [
              'DettaglioPagamento',
              '+',
              [
                ['ModalitaPagamento', '1', /^MP(0[1-9]|1\d|2[0-3])$/],
                ['DataScadenzaPagamento', '1', DAY],
                ['ImportoPagamento', '1', AMOUNT],
                ['IstitutoFinanziario', '?', latin(80)],
                ['IBAN', '?', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/],
              ],
            ],
          ],
        ],
      ],
    ],
  ],
];

/** Throws unless every element is where, as often and as the schema wants it. */
export function assertFatturaPa(xml: Xml): void {
  assert.equal(xml.name, 'p:FatturaElettronica');
  assert.deepEqual(xml.attributes, {
    versione: 'FPR12',
    'xmlns:p': 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2',
  });
  hold(xml, RULES, '');
}

function latin(most: number) {
  return new RegExp(`^[\\u0020-\\u007e\\u00a0-\\u00ff]{1,${most}}$`);
}

function basic(most: number) {
  return new RegExp(`^[\\u0020-\\u007e]{1,${most}}$`);
}

function hold(xml: Xml, [own, , form]: Rule, path: string): void {
  const here = `${path}/${own}`;
  if (form instanceof RegExp) {
    assert.match(xml.text, form, here);
    assert.deepEqual(xml.children, [], here);
    return;
  }
  let at = 0;
  for (const rule of form) {
    const start = at;
    while (xml.children[at]?.name === rule[0]) hold(xml.children[at++]!, rule, here);
    const count = at - start;
    assert.ok(count >= (rule[1] === '1' || rule[1] === '+' ? 1 : 0), `${here} lacks ${rule[0]}`);
    assert.ok(count <= (rule[1] === '*' || rule[1] === '+' ? Infinity : 1), `${here} has ${rule[0]} ${count} times`);
  }
  assert.equal(xml.children[at]?.name, undefined, `${here}: out of its place`);
}
