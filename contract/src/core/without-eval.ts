/** The page's content security policy forbids `new Function`; whoever parses first must know, so the page imports this first. */
import { config } from 'zod/v4/core';

config({ jitless: true });
