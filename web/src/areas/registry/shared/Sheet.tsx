import type { ReactNode } from 'react';
import { FieldGrid } from '../../../ui/form/FormSection.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';

/** A short form's fields on one sheet that does not fold. */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <Panel>
    <div style={{ paddingTop: 14 }}>
      <FieldGrid>{children}</FieldGrid>
    </div>
  </Panel>
);
