import '@mantine/core/styles.layer.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadCatalogue } from './app/catalogues.ts';
import { startTexts } from './lib/i18n/i18n.ts';
import { watchScanner } from './lib/scanner.ts';

watchScanner();
await startTexts(loadCatalogue, ['common', 'app']);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
