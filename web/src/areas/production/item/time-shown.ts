import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { formatMinutes } from '@bobina/contract/production/time.rules.ts';

interface Timed {
  production_time: string;
  production_minutes: number;
}
/** What the product worked out is said in the reader's language, whoever scheduled it; what a person typed stays as typed. */
export function timeShown({ production_time, production_minutes }: Timed, language: Language): string {
  return LANGUAGES.some((one) => formatMinutes(production_minutes, one) === production_time)
    ? formatMinutes(production_minutes, language)
    : production_time;
}
