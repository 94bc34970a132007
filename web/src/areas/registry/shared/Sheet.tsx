import type { ReactNode } from 'react';
import { FieldGrid } from '../../../ui/form/FormSection.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';

/** Shows the fields of a short form in one section that cannot be collapsed. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <div style={{ paddingTop: 14 }}>
        <FieldGrid>{children}</FieldGrid>
      </div>
    </Panel>
  );
}
