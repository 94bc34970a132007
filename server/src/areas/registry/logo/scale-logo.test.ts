import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decode, encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { scaleLogo } from './scale-logo.ts';

const api = startApi();
function png(width: number, height: number, dot = [200, 30, 30, 255]) {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set(dot, at);
  return `data:image/png;base64,${PNG.sync.write(picture).toString('base64')}`;
}
function jpeg(width: number, height: number) {
  const data = Buffer.alloc(width * height * 4, 120);
  return `data:image/jpeg;base64,${encode({ width, height, data }, 80).data.toString('base64')}`;
}
function bytesOf(logo: string) {
  return Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
}
function logoOf(scaled: ReturnType<typeof scaleLogo>) {
  return 'logo' in scaled ? scaled.logo : assert.fail(scaled.problem);
}

describe('a logo', () => {
  test('is scaled once, when it is saved', async () => {
    const saved = await api.admin.put('/company', { logo: png(3000, 1500) });
    assert.equal(saved.status, 200);
    const stored = PNG.sync.read(bytesOf(saved.body.logo));
    assert.deepEqual([stored.width, stored.height], [434, 217]);
    assert.deepEqual([...stored.data.subarray(0, 4)], [200, 30, 30, 255]);
    const again = await api.admin.put('/company', { logo: saved.body.logo });
    assert.equal(again.body.logo, saved.body.logo, 'one that is small enough is not touched');
  });
  test('that is too large is refused beside its field', async () => {
    assertProblem(await api.admin.put('/company', { logo: png(4001, 1) }), 400, 'VALIDATION', { logo: 'max' });
  });
  test('as JPEG is scaled too', () => {
    const stored = decode(bytesOf(logoOf(scaleLogo(jpeg(1416, 100)))));
    assert.deepEqual([stored.width, stored.height], [708, 50]);
    assert.ok(Math.abs(stored.data[0]! - 120) < 4);
  });
  test('keeps its transparency', () => {
    const stored = PNG.sync.read(bytesOf(logoOf(scaleLogo(png(1500, 300, [10, 20, 30, 128])))));
    assert.deepEqual([...stored.data.subarray(0, 4)], [10, 20, 30, 128]);
  });
  test('that is small, truncated or invalid stays unchanged', () => {
    const large = png(2000, 2000);
    for (const logo of [
      png(64, 64),
      large.slice(0, 400),
      'data:image/png;base64,iVBORw0KGgo=',
      'data:image/jpeg;base64,/9j/4AAQ',
    ])
      assert.equal(logoOf(scaleLogo(logo)), logo);
  });
});
