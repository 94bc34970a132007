/** The job that writes the PDFs of issued documents: at the start, and after acts of this server. */
import { writeMissingPdfs, type PrintFacturX } from '../areas/sales/files/write-pdfs.ts';
import type { Db } from '../platform/database/db.ts';
import type { Announcer } from '../platform/live/announcer.ts';
import type { Logger } from '../platform/logger.ts';

const GATHERED_MS = 200;

/** Starts the job. A document without its PDF is found again after the next change and at the next start. */
export function startPdfWriter({
  db,
  announcer,
  print,
  log,
}: {
  db: Db;
  announcer: Announcer;
  print: PrintFacturX;
  log: Pick<Logger, 'warn'>;
}) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const write = async () => {
    timer = undefined;
    if (isStopped) return;
    try {
      const ids = await writeMissingPdfs(db, print, log);
      if (ids.length > 0) announcer.announce(ids.map((id) => ({ entity: 'invoices', id, version: null })));
    } catch (error) {
      log.warn({ err: error }, 'PDFs of electronic invoices not written');
    }
  };
  const schedule = () => {
    if (isStopped || timer) return;
    timer = setTimeout(() => {
      running = running.then(write);
    }, GATHERED_MS).unref();
  };
  announcer.onLocal(schedule);
  schedule();
  return {
    /** Waits for a document that is being printed. */
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
