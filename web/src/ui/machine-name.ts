interface Machine {
  machine_code: string | null;
  machine_description: string | null;
}

/** Names a machine by its code and its description: `MP05 · Taglierina`. */
export function machineName({ machine_code, machine_description }: Machine): string {
  return [machine_code, machine_description].filter(Boolean).join(' · ');
}
