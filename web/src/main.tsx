import '@bobina/contract/core/without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/mantine.css';
import './ui/theme-variables.css';
import './ui/base.css';
import './ui/density.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { prepareFirstScreen } from './app/first-screen.ts';
import { watchShortcuts } from './lib/layers.ts';
import { watchScanner } from './lib/scanner.ts';
import { watchFocus } from './ui/focus/keep-focus.ts';

watchScanner();
watchShortcuts();
watchFocus();
await prepareFirstScreen();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// Needs https or localhost. After the first screen, because the worker loads the files of the shop floor's screens. Without
// the network, the next load of the page registers it.
if (import.meta.env.PROD) setTimeout(() => void registerWorker(), 5000);

async function registerWorker() {
  const worker = await import('./app/offline/register-worker.ts').catch(() => null);
  await worker?.registerWorker();
}
