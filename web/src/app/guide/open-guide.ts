import { commonText } from '../../lib/i18n/i18n.ts';
import { prepared } from '../../ui/prepared.tsx';
import { toast } from '../../ui/toasts.ts';
import { isGuideOpen } from './guide-state.ts';

/** The side panel, loaded when the guide opens. */
export const GuidePanel = prepared(() => import('./GuidePanel.tsx'));

/** Opens the guide of the current screen. If its code cannot be loaded, the screen stays and a message appears. */
export function openGuide(): void {
  GuidePanel.prepare().then(
    () => isGuideOpen.set(true),
    () => toast.error(commonText('problem.network')),
  );
}
