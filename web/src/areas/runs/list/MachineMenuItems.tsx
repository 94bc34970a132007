import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AnchoredMenu, type AnchoredMenuProps } from '../../../ui/overlay/AnchoredMenu.tsx';
import { machineRunPath } from '../../../ui/run-links.tsx';

export interface MenuMachine {
  id: number;
  code: string;
  description: string;
}

/** The menu that opens the page of a machine. */
export function MachineMenuItems({ machines, ...menu }: AnchoredMenuProps & { machines: readonly MenuMachine[] }) {
  const navigate = useNavigate();
  return (
    <AnchoredMenu {...menu} dropdown={{ mah: '60dvh', style: { overflowY: 'auto' } }}>
      {machines.map(({ id, code, description }) => (
        <Menu.Item key={id} onClick={() => void navigate({ to: machineRunPath(code) })}>
          {[code, description].filter(Boolean).join(' · ')}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
