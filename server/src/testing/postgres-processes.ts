/** Processes and user of a PostgreSQL that a test starts. */
export { isPostgresOf, readPidFile } from '../platform/embedded-postgres/pid-file.ts';
export { chooseUser } from '../platform/embedded-postgres/run-as.ts';
