import { elementsOf } from '@bobina/contract/core/gs1.ts';
import { ownLabel } from '@bobina/contract/core/read-scan.ts';
import { api } from '../../lib/api/api.ts';
import { barcode } from '../../lib/barcodes/draw-code128.ts';
import { el } from './elements.ts';
import stylesheet from './labels.css?url';
import { printDocument } from './print-document.ts';

const DELAY = 250;
/** Maximum barcode width in millimetres: the sheet without its margins. */
const WIDEST = 182;

/** A label: what it names in large type, further values, and the text of its barcode. */
export interface Label {
  code: string;
  description: string;
  pairs: readonly (readonly [term: string, value: string])[];
  bars: Bars;
}
interface Bars {
  /** The encoded text. */
  data: string;
  /** The text below the bars. */
  text: string;
  isGs1: boolean;
}

/**
 * Prints labels of half a sheet as one print job.
 * @param read returns the labels, after the window was opened
 */
export function printLabels(title: string, read: () => readonly Label[] | Promise<readonly Label[]>): Promise<void> {
  return printDocument({
    title,
    companyHeader: false,
    delay: DELAY,
    stylesheet,
    content: async () => {
      const [company, labels] = await Promise.all([api.company.get(), read()]);
      const { business_name } = company as unknown as { business_name: string | null };
      return labels.map((label) => labelElement(label, business_name ?? ''));
    },
  });
}

/** The barcode of a code alone. */
export function codeBars(code: string): Bars {
  return { data: code, text: code, isGs1: false };
}

/**
 * The barcode of a batch: GS1-128 if the product has a GTIN and the batch fits, else a code of product and batch in
 * Bobina's own format.
 */
export function batchBars(code: string, batch: Parameters<typeof elementsOf>[0] & { batch: string }): Bars {
  const elements = elementsOf(batch);
  const own = ownLabel(code, batch.batch);
  return {
    data: elements?.flat().join('') ?? own,
    text: elements ? elements.map(([ai, value]) => `(${ai})${value}`).join('') : own,
    isGs1: elements !== null,
  };
}

function labelElement({ code, description, pairs, bars }: Label, company: string): Node {
  const drawing = barcode({ text: bars.data, isGs1: bars.isGs1, label: bars.text, widest: WIDEST });
  return el(
    'section',
    { class: 'label' },
    el('div', { class: 'company' }, company),
    el('div', {}, el('div', { class: 'code' }, code), el('div', { class: 'description' }, description)),
    el(
      'dl',
      { class: 'pairs' },
      ...pairs.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))),
    ),
    el('div', { class: 'bars' }, drawing, drawing && bars.text),
  );
}
