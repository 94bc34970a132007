/** Compares two states of a schema from the view of a server that was written for the earlier one. */
import type { Client } from 'pg';

/** The parts of the schema that servers use: each name with the definition that must stay. */
interface Schema {
  columns: Map<string, { table: string; type: string; isRequired: boolean; isGenerated: boolean }>;
  /** Checks by `table.name`. */
  checks: Map<string, Rule>;
  /** Primary keys, unique constraints and indexes, and exclusions. */
  unique: Map<string, Rule>;
  foreignKeys: Map<string, Rule>;
  /** Triggers that run before a write and can refuse it. Without columns it runs for each write of its kind. */
  triggers: Map<string, Rule>;
  /** Functions and types of result, by name and arguments, without those of extensions. */
  functions: Map<string, string>;
  /** Domains with their rules, views with their columns' types, enums with their values. */
  types: Map<string, string>;
}
interface Rule {
  table: string;
  columns: string[];
  definition: string;
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired", a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`;
const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid) as definition,
    array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')`;
const UNIQUE_INDEXES = `
  select c.relname as "table", i.relname as name, 'u' as kind, pg_get_indexdef(x.indexrelid) as definition,
    array(select a.attname::text from pg_attribute a where a.attrelid = x.indrelid and a.attnum > 0
      and pg_get_indexdef(x.indexrelid) ~ ('\\m' || a.attname || '\\M')) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))`;
const BEFORE_TRIGGERS = `
  select c.relname as "table", t.tgname as name, pg_get_triggerdef(t.oid) as definition,
    array(select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr)) as columns
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgtype & 2 <> 0`;
const FUNCTIONS = `
  select p.proname || '(' || pg_get_function_arguments(p.oid) || ')' as name, pg_get_function_result(p.oid) as definition
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const TYPES = `
  select t.typname as name, format_type(t.typbasetype, t.typtypmod)
    || coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ' order by k.conname) from pg_constraint k where k.contypid = t.oid), '')
    || coalesce((select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), '') as definition
  from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')
    and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
  union all
  select t.typname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ',' order by a.attnum)
  from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where t.typnamespace = 'public'::regnamespace and not a.attisdropped group by t.typname`;

/** Reads the schema of a database. */
export async function readSchema(client: Client): Promise<Schema> {
  const rows = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  type Named = { name: string; definition: string };
  const rules = [
    ...(await rows<Rule & { name: string; kind: string }>(CONSTRAINTS)),
    ...(await rows<Rule & { name: string; kind: string }>(UNIQUE_INDEXES)),
  ];
  const byName = (named: (Rule & { name: string })[]) =>
    new Map(named.map((rule) => [`${rule.table}.${rule.name}`, rule]));
  const rulesOf = (kinds: string) => byName(rules.filter(({ kind }) => kinds.includes(kind)));
  const columns = await rows<{
    table: string;
    name: string;
    type: string;
    isRequired: boolean;
    isGenerated: boolean;
  }>(COLUMNS);
  return {
    columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])),
    checks: rulesOf('c'),
    unique: rulesOf('pux'),
    foreignKeys: rulesOf('f'),
    triggers: byName(await rows<Rule & { name: string }>(BEFORE_TRIGGERS)),
    functions: new Map((await rows<Named>(FUNCTIONS)).map(({ name, definition }) => [name, definition])),
    types: new Map((await rows<Named>(TYPES)).map(({ name, definition }) => [name, definition])),
  };
}

/**
 * Names each change that can break a server written for the earlier schema. Rules that only concern new columns or
 * tables are no breaks, nor is a check whose list of values grew.
 */
export function breaksBetween(before: Schema, after: Schema): string[] {
  return [
    ...columnBreaks(before, after),
    ...checkBreaks(before, after),
    ...ruleBreaks(before, after),
    ...triggerBreaks(before, after),
    ...definitionBreaks('function', before.functions, after.functions),
    ...definitionBreaks('type', before.types, after.types, isLonger),
  ];
}

function tablesOf({ columns }: Schema): Set<string> {
  return new Set([...columns.values()].map(({ table }) => table));
}

function columnBreaks(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  const tables = tablesOf(before);
  const left = tablesOf(after);
  for (const table of tables) if (!left.has(table)) found.push(`table ${table} is gone`);
  for (const [name, was] of before.columns) {
    const now = after.columns.get(name);
    if (!left.has(was.table)) continue;
    if (!now) found.push(`column ${name} is gone`);
    else if (now.type !== was.type) found.push(`column ${name} was ${was.type} and is ${now.type}`);
    else if (now.isRequired && !was.isRequired) found.push(`column ${name} has become required`);
    else if (now.isGenerated && !was.isGenerated) found.push(`column ${name} cannot be written any more`);
  }
  for (const [name, { table, isRequired }] of after.columns)
    if (isRequired && tables.has(table) && !before.columns.has(name))
      found.push(`column ${name} is new, not null and without a default`);
  return found;
}

/** Whether a server of the earlier schema can meet the rule: its table is old, and so is one of its columns or it has none. */
function concernsOldRows(before: Schema, { table, columns }: Rule): boolean {
  const isOld = (column: string) => before.columns.has(`${table}.${column}`);
  return tablesOf(before).has(table) && (columns.length === 0 || columns.some(isOld));
}

function checkBreaks(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const [name, rule] of after.checks) {
    const was = before.checks.get(name);
    if (was?.definition === rule.definition || (was && allowsMore(was.definition, rule.definition))) continue;
    if (was) found.push(`check ${name} has changed`);
    else if (concernsOldRows(before, rule)) found.push(`check ${name} is new on old columns`);
  }
  return found;
}

/** Whether two checks differ only in a list of values, and the later list has all values of the earlier one. */
function allowsMore(was: string, now: string): boolean {
  const lists = /ARRAY\[[^\]]*\]/g;
  if (was.replaceAll(lists, '[]') !== now.replaceAll(lists, '[]')) return false;
  const valuesOf = (text: string) => [...text.matchAll(lists)].map(([list]) => new Set(list.slice(6, -1).split(', ')));
  const later = valuesOf(now);
  return valuesOf(was).every((values, index) => [...values].every((value) => later[index]!.has(value)));
}

function ruleBreaks(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const [name, was] of before.unique) {
    // `on conflict` needs the index, and refusals are recognised by its name.
    if (after.unique.get(name)?.definition !== was.definition && tablesOf(after).has(was.table))
      found.push(`unique rule ${name} has changed or is gone`);
  }
  for (const [name, rule] of after.unique)
    if (!before.unique.has(name) && concernsOldRows(before, rule))
      found.push(`unique rule ${name} is new on old columns`);
  for (const [name, rule] of after.foreignKeys)
    if (before.foreignKeys.get(name)?.definition !== rule.definition && concernsOldRows(before, rule))
      found.push(`foreign key ${name} is new or changed on old columns`);
  return found;
}

function triggerBreaks(before: Schema, after: Schema): string[] {
  const isKnown = (name: string, { definition }: Rule) => before.triggers.get(name)?.definition === definition;
  return [...after.triggers]
    .filter(([name, trigger]) => !isKnown(name, trigger) && concernsOldRows(before, trigger))
    .map(([name]) => `trigger ${name} is new or changed and can refuse writes`);
}

function definitionBreaks(
  what: string,
  before: Map<string, string>,
  after: Map<string, string>,
  isCompatible: (was: string, now: string) => boolean = () => false,
): string[] {
  const found: string[] = [];
  for (const [name, was] of before) {
    const now = after.get(name);
    if (now === undefined) found.push(`${what} ${name} is gone or has other arguments`);
    else if (now !== was && !isCompatible(was, now)) found.push(`${what} ${name} has changed`);
  }
  return found;
}

/** Whether a composite type or enum has only grown at its end. */
function isLonger(was: string, now: string): boolean {
  return now.startsWith(`${was},`);
}
