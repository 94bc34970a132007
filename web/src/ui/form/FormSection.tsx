import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { REVEAL } from './bad-fields.ts';
import classes from './form.module.css';

/** A collapsible part of a form. It opens when a field inside is rejected. */
export function FormSection({
  title,
  open: startsOpen = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const element = section.current!;
    const reveal = () => setOpen(true);
    element.addEventListener(REVEAL, reveal);
    return () => element.removeEventListener(REVEAL, reveal);
  }, []);
  return (
    <section
      ref={section}
      className={`${classes.section} ${isOpen ? classes.open : ''}`}
      aria-labelledby={`${id}-title`}
    >
      <h2 style={{ margin: 0, fontSize: 'inherit' }} id={`${id}-title`}>
        <UnstyledButton
          className={classes.toggle!}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h2>
      <Collapse expanded={isOpen} keepMounted keepMountedMode="display-none" transitionDuration={120} id={id}>
        <FieldGrid>{children}</FieldGrid>
      </Collapse>
    </section>
  );
}

/** A responsive grid of fields. `bare` removes the padding. */
export function FieldGrid({ bare, children }: { bare?: boolean; children: ReactNode }) {
  return <div className={`${classes.fields} ${bare ? classes.bare : ''}`}>{children}</div>;
}
/** A field with long values, which takes two columns of its grid. */
export function Double({ children }: { children: ReactNode }) {
  return <div className={classes.double}>{children}</div>;
}
/** A field that spans the full width of its grid. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
