// Tests tools: arguments are checked before a tool runs, and every error in them is reported to the model.

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
    ['{"name":"tall","times":"two"}', 'times'],
    ['{"name":"tall","times":"1e3"}', 'times'],
    ['{"name":"tall","times":"1,000"}', 'times'],
    ['{}', 'name: is missing: expected string. Send at least {"name": "…"}.'],
  ])('answers %s with what is wrong, and does not run', (raw, words) => {
    const before = ran.length;
    const answer = call(raw);
    expect(answer).toMatchObject({ ok: false, isGarbled: true });
    expect(answer.say).toContain(words);
    expect(ran).toHaveLength(before);
  });

  it('that is not there is answered with those that are', () => {
    const two = new Map([...tools, ['trim_wick', { ...lightLamp, name: 'trim_wick' }]]);
    expect(runTool(two, { id: 'call-1', name: 'blow_out', arguments: '{}' }, { wall: 'north' })).toEqual({
      ok: false,
      isGarbled: true,
      say: 'There is no tool "blow_out". Tools: light_lamp, trim_wick.',
    });
  });

  it('that is nearly there is named', () => {
    const { say } = runTool(tools, { id: 'call-1', name: 'lightlamp', arguments: '{}' }, { wall: 'north' });
    expect(say).toContain('Did you mean light_lamp?');
  });

  it('that lacks an argument is answered with the number that was sent, and with none that could be copied', () => {
    const moveLamp = buildTool({
      name: 'move_lamp',
      description: 'Moves a lamp.',
      isWrite: true,
      input: z.object({ lamp: z.int(), hook: z.int(), why: z.string() }),
      run: () => ({ ok: true, say: 'moved' }),
    });
    const { say } = runTool(
      new Map([['move_lamp', moveLamp]]),
      { id: 'call-1', name: 'move_lamp', arguments: '{"lamp":3}' },
      { wall: 'north' },
    );
    expect(say).toContain('Send at least {"lamp": 3, "hook": …, "why": "…"}.');
  });

  it('names the place of each thing that is wrong, the first five of them', () => {
    const hangLamps = buildTool({
      name: 'hang_lamps',
      description: 'Hangs lamps.',
      isWrite: true,
      input: z.object({ lamps: z.array(z.object({ oil: z.int() })) }),
      run: () => ({ ok: true, say: '' }),
    });
    const { say } = hangLamps.run(JSON.stringify({ lamps: Array(7).fill({ oil: 'x' }) }), undefined);
    expect(say.match(/lamps\.\d\.oil: [^;]+(; |\.$)/g)).toHaveLength(5);
    expect(lightLamp.run('[]', { wall: 'north' }).say).toMatch(/^The arguments do not fit: arguments: /);
    expect(lightLamp.run('{"name":', { wall: 'north' }).say).toMatch(/not valid JSON \(.+\)\. Send one/);
  });

  it('never throws at a model, whatever it wrote', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (raw, name) => {
        for (const answer of [call(raw), call(raw, name)]) expect(answer.say).not.toBe('');
      }),
    );
  });
});
