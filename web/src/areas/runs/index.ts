export { UseReelDialog } from './scan/UseReelDialog.tsx';
