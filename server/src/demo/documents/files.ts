import sharp from 'sharp';
import { onLastDay } from './on-last-day.ts';

const BAG = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/>
<path d="M150 90h300v590l-30 30H180l-30-30Z" fill="#e8d3ad" stroke="#333" stroke-width="4"/>
<path d="M150 650h300M190 90v590M410 90v590" stroke="#333" stroke-width="2" stroke-dasharray="12 8"/>
<rect x="235" y="250" width="130" height="260" rx="12" fill="#dcecf2" stroke="#333" stroke-width="3"/>
<path d="M150 50h300M150 40v20M450 40v20M510 90v620M500 90h20M500 710h20" stroke="#333" stroke-width="3"/></svg>`;

/** A drawing at a bag, and notes about a machine and an order of reels. */
export const keepFiles = onLastDay(async ({ call, products }) => {
  const form = new FormData();
  const drawing = await sharp(Buffer.from(BAG)).png().toBuffer();
  form.append('file', new File([new Uint8Array(drawing)], 'SPA-1224.png'));
  const bag = products.find(({ category }) => category === 'Sacchetti')!;
  await call('POST', `/products/${bag.id}/attachments`, form);
  const [machine] = await call<{ id: number }[]>('GET', '/machines?limit=1');
  await call('POST', `/machines/${machine!.id}/notes`, { text: 'Lame cambiate: prossimo controllo tra tre mesi.' });
  const [order] = await call<{ id: number }[]>('GET', '/purchase-orders?limit=1');
  await call('POST', `/purchase-orders/${order!.id}/notes`, { text: 'Il fornitore conferma la consegna al mattino.' });
});
