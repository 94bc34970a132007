/// <reference lib="webworker" />
import { workbookOf, type WorkbookJob } from './workbook.ts';

self.onmessage = ({ data }: MessageEvent<WorkbookJob>) => {
  const bytes = workbookOf(data);
  self.postMessage(bytes, [bytes]);
};
