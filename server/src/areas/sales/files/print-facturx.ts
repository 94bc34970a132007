import { printInThread } from '../documents/print/printer.ts';
import type { PrintFacturX } from './write-pdfs.ts';

/** The printer's turn of the server itself; users have ids from 1. */
const SERVER = 0;

/** Prints a Factur-X in the shared thread of this server. */
export const printFacturX: PrintFacturX = ({ report, xml }) =>
  printInThread({ kind: 'invoice', report, facturX: xml.toString('utf8') }, SERVER);
