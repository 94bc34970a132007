/** What drills with a PostgreSQL of their own need to know of its processes and its user. */
export { isPostgresOf, readPidFile } from '../platform/embedded-postgres/pid-file.ts';
export { chooseUser } from '../platform/embedded-postgres/run-as.ts';
