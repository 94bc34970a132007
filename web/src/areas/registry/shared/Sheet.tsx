import type { ReactNode } from 'react';
import { FieldGrid } from '../../../ui/form/FormSection.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';

/** A short form's fields on one sheet that does not fold. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <div style={{ paddingTop: 14 }}>
        <FieldGrid>{children}</FieldGrid>
      </div>
    </Panel>
  );
}
