export { useActivityWords } from './users/use-activities.ts';
