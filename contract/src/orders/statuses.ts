/** The statuses of a customer order line. */
export const PRIORITIES = ['alta', 'media', 'standard'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const PRODUCTION_STATUSES = ['da_produrre', 'in_produzione', 'completato'] as const;
export type ProductionStatus = (typeof PRODUCTION_STATUSES)[number];

export const SCHEDULING_STATUSES = [
  'non_programmato',
  'parzialmente_programmato',
  'completamente_programmato',
] as const;
export type SchedulingStatus = (typeof SCHEDULING_STATUSES)[number];
