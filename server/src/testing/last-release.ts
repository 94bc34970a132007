/**
 * The newest migration of the last release whose servers may run beside those of this code. It is raised with each
 * release, see docs/how-to/release.md. Release 0.1.0 has no `schema_range`, so servers before 0041 cannot be upgraded
 * one after the other, and the first schema with that table stands for the last release.
 */
export const LAST_RELEASE = 41;
