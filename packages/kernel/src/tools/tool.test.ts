// Tests tools: arguments are checked before a tool runs, and whatever is wrong is said to the model.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTool, runTool } from './tool.ts';

const ran: unknown[] = [];

const lightLamp = buildTool({
  name: 'light_lamp',
  description: 'Lights a lamp.',
  isWrite: true,
  input: z.object({ name: z.string().min(1), times: z.int().min(1).default(1) }),
  run(input, context: { readonly wall: string }) {
    ran.push(input);
    return { ok: true, say: `<lit wall="${context.wall}">${input.name} × ${input.times}</lit>` };
  },
});

const tools = new Map([[lightLamp.name, lightLamp]]);

function call(raw: string, name = 'light_lamp') {
  return runTool(tools, { id: 'call-1', name, arguments: raw }, { wall: 'north' });
}

describe('a tool', () => {
  it('is declared by its input: defaults are optional, no $schema, no $ref', () => {
    const { name, description, parameters } = lightLamp.declaration;
    expect({ name, description }).toEqual({ name: 'light_lamp', description: 'Lights a lamp.' });
    expect(parameters).toMatchObject({ type: 'object', required: ['name'] });
    expect(parameters).not.toHaveProperty('$schema');
    expect(parameters).not.toHaveProperty('$ref');
  });

  it('runs with checked arguments, defaults filled in, unknown keys left out', () => {
    expect(call('{"name":"tall","colour":"red"}')).toEqual({
      ok: true,
      say: '<lit wall="north">tall × 1</lit>',
    });
    expect(ran.at(-1)).toEqual({ name: 'tall', times: 1 });
  });

  it.each([
    ['{"name":"ta', 'not valid JSON'],
    ['', 'name'],
    ['[]', 'arguments'],
    ['{"name":""}', 'name'],
    ['{"name":"tall","times":0}', 'times'],
    ['{"name":"tall","times":"2"}', 'times'],
  ])('answers %s with what is wrong, and does not run', (raw, words) => {
    const before = ran.length;
    const answer = call(raw);
    expect(answer.ok).toBe(false);
    expect(answer.say).toContain(words);
    expect(ran).toHaveLength(before);
  });

  it('that is not there is answered with those that are', () => {
    expect(call('{}', 'blow_out')).toMatchObject({ ok: false, say: expect.stringContaining('light_lamp') });
  });

  it('never throws at a model, whatever it wrote', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (raw, name) => {
        for (const answer of [call(raw), call(raw, name)]) expect(answer.say).not.toBe('');
      }),
    );
  });
});
