import { api } from '../../lib/api/api.ts';
import { currentLanguage, commonText } from '../../lib/i18n/i18n.ts';
import { toast } from '../toasts.ts';
import { blockedPrint } from './blocked.ts';
import { el } from './elements.ts';
import stylesheet from './print.css?url';

export interface PrintJob {
  title: string;
  subtitle?: string;
  /** The content of the document, built with `el` and `printTable`. */
  content: () => Node[] | Promise<Node[]>;
  landscape?: boolean;
  /** Whether the company's name and address are printed on top. Default true. */
  companyHeader?: boolean;
  /** Delay between the loaded page and the print dialog, in ms. */
  delay?: number;
  /** Whether the window closes after the print dialog. */
  closes?: boolean;
  size?: { width: number; height: number };
  /** URL of an additional stylesheet for this document (`import css from './x.css?url'`). */
  stylesheet?: string;
}

/**
 * Opens an A4 document in a new window and prints it. If the browser blocks the window, the document opens inside the
 * page. Call it synchronously in the click handler: browsers block windows that are opened later.
 */
export async function printDocument(job: PrintJob): Promise<void> {
  const { size = { width: 900, height: 1200 }, delay = 250 } = job;
  const target = window.open('', '_blank', `popup,width=${size.width},height=${size.height}`);
  if (!target) {
    blockedPrint.set({ title: job.title, delay, fill: (inside) => fill(inside, job) });
    return;
  }
  try {
    await fill(target.document, job);
    if (job.closes) target.addEventListener('afterprint', () => target.close());
    setTimeout(() => !target.closed && target.print(), delay);
  } catch (error) {
    target.close();
    toast.problem(error, commonText('print.failed'));
  }
}

async function companyHeader(): Promise<Node | null> {
  const company = (await api.company.get()) as unknown as Partial<Record<string, string | null>>;
  if (!company.business_name) return null;
  const place = [
    company.address,
    [company.zip_code, company.city, company.province].filter(Boolean).join(' '),
    company.country,
  ]
    .filter(Boolean)
    .join(' · ');
  const numbers = [company.vat_number && `P.IVA / TVA ${company.vat_number}`, company.phone, company.email]
    .filter(Boolean)
    .join(' · ');
  return el(
    'div',
    { class: 'company' },
    company.logo ? el('img', { src: company.logo, alt: '' }) : null,
    el('div', {}, el('strong', {}, company.business_name), el('small', {}, place), el('small', {}, numbers)),
  );
}

function addStylesheet(target: Document, href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = target.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(href, location.href).href;
    link.onload = link.onerror = () => resolve();
    target.head.append(link);
  });
}

async function fill(target: Document, job: PrintJob): Promise<void> {
  target.title = job.title;
  target.documentElement.lang = currentLanguage();
  target.body.replaceChildren(target.createTextNode(commonText('print.preparing')));
  const sheets = [stylesheet, ...(job.stylesheet ? [job.stylesheet] : [])].map((href) => addStylesheet(target, href));
  const header = job.companyHeader === false ? null : companyHeader().catch(() => null); // a failed load prints without a header
  const [content, company] = await Promise.all([job.content(), header, ...sheets]);
  target.body.className = job.landscape ? 'landscape' : '';
  const title = [el('h1', {}, job.title), ...(job.subtitle ? [el('p', { class: 'meta' }, job.subtitle)] : [])];
  target.body.replaceChildren(el('main', {}, ...(company ? [company] : []), ...title, ...content));
}
