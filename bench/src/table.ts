/** Formats the result table of a run and the page that stores it. */
import type { Figures } from './measure.ts';

export interface Row {
  suite: string;
  size: string;
  call: string;
  clients: number;
  /** Over HTTP. */
  served: Figures;
  /** The same SQL on the bare driver. */
  bare: Figures;
}
/** The conditions of a run, without anything that identifies the machine. */
export interface Conditions {
  /** An instant, ISO 8601 in UTC. */
  started: string;
  minutes: number;
  cores: number;
  memoryBytes: number;
  node: string;
  postgres: string;
  /** Database settings that figures depend on. */
  settings: Readonly<Record<string, string>>;
  /** Load average of the last minute, before and after the run. */
  load: readonly [number, number];
}

const HEAD = ['suite', 'data', 'call', 'clients', 'rate/s', 'p50 ms', 'p99 ms', 'same SQL, rate/s', 'ratio'];
const IS_TEXT = 3;

/** The rate over HTTP divided by the rate of the bare SQL. */
export function ratioOf({ served, bare }: Pick<Row, 'served' | 'bare'>): number {
  return served.perSecond / bare.perSecond;
}

/** Formats a Markdown table with padded columns and right-aligned figures, which is readable in a terminal, too. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)].map((line) => line.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = HEAD.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)));
  const aligned = (line: readonly string[]) =>
    `| ${line.map((cell, at) => (at < IS_TEXT ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at < IS_TEXT ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head, ...body] = cells;
  return [aligned(head!), rule, ...body.map(aligned)].join('\n');
}

/** Formats the page of a full run. */
export function pageOf(rows: readonly Row[], conditions: Conditions): string {
  const { started, minutes, cores, memoryBytes, node, postgres, settings, load } = conditions;
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return `# Benchmarks

Written by \`npm run bench\`; [how it measures](../README.md).

- ${started}, ${minutes.toFixed(1)} minutes in all
- ${cores} cores, ${gigabytes(memoryBytes)} of memory, shared by clients, server and database
- Node ${node}, PostgreSQL ${postgres} (${shown.join(', ')})
- Load average ${load[0].toFixed(2)} before, ${load[1].toFixed(2)} after

${tableOf(rows)}
`;
}

/** Rounds a figure to the digits that matter. */
function figure(value: number): string {
  return Number.isNaN(value)
    ? '–'
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);
}

function cellsOf(row: Row): string[] {
  return [
    row.suite,
    row.size,
    row.call,
    String(row.clients),
    figure(row.served.perSecond),
    figure(row.served.p50),
    figure(row.served.p99),
    figure(row.bare.perSecond),
    Number.isNaN(ratioOf(row)) ? '–' : ratioOf(row).toFixed(2),
  ];
}

function gigabytes(bytes: number) {
  return `${(bytes / 2 ** 30).toFixed(0)} GB`;
}
