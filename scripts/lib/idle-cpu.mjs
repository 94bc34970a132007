import os from 'node:os';

/**
 * Returns a function that answers whether the processors were idle for at least `share` of a window. A window is at
 * least `windowMs` long and starts when the previous one was answered; before its end the answer is false.
 */
export function watchIdleCpu({ share = 0.4, windowMs = 3000, cpus = os.cpus, now = Date.now } = {}) {
  let start = { ...sumOf(cpus()), at: now() };
  return () => {
    if (now() - start.at < windowMs) return false;
    const end = { ...sumOf(cpus()), at: now() };
    const [idle, all] = [end.idle - start.idle, end.all - start.all];
    start = end;
    return all > 0 && idle / all >= share;
  };
}

function sumOf(cpus) {
  const sum = { idle: 0, all: 0 };
  for (const { times } of cpus) {
    sum.idle += times.idle;
    sum.all += Object.values(times).reduce((a, b) => a + b, 0);
  }
  return sum;
}
