/**
 * The content security policy forbids `new Function`, so zod must be configured before its first use: the page imports
 * this file first.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
