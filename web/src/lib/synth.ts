// Short sounds of wood, clay and water, made on the spot: nothing is loaded.
import type { SoundName } from '$games/wire';
import { settings } from './settings.svelte';

let ctx: AudioContext | null = null;
let noiseBuffer: AudioBuffer | null = null;
let out: GainNode | null = null;

/** How loud a chosen volume is: ears hear steps, not amplitudes. */
export const gain = (volume: number): number => Math.min(1, Math.max(0, volume)) ** 2;

function audio(): AudioContext | null {
  try {
    ctx ??= new AudioContext();
    if (!out) {
      out = ctx.createGain();
      out.connect(ctx.destination);
    }
    out.gain.value = gain(settings.volume);
    if (ctx.state === 'suspended') void ctx.resume();
    return ctx;
  } catch {
    return null;
  }
}

function noise(a: AudioContext): AudioBuffer {
  if (!noiseBuffer) {
    noiseBuffer = a.createBuffer(1, a.sampleRate / 4, a.sampleRate);
    const d = noiseBuffer.getChannelData(0);
    for (let i = 0; i < d.length; i++) d[i] = Math.random() * 2 - 1;
  }
  return noiseBuffer;
}

function tone(
  a: AudioContext,
  from: number,
  to: number,
  ms: number,
  vol: number,
  type: OscillatorType = 'sine',
  after = 0,
): void {
  const o = a.createOscillator();
  const g = a.createGain();
  const t = a.currentTime + after / 1000;
  o.type = type;
  o.frequency.setValueAtTime(from, t);
  o.frequency.exponentialRampToValueAtTime(Math.max(1, to), t + ms / 1000);
  g.gain.setValueAtTime(0, t);
  g.gain.linearRampToValueAtTime(vol, t + 0.004);
  g.gain.exponentialRampToValueAtTime(0.0001, t + ms / 1000);
  o.connect(g).connect(out ?? a.destination);
  o.start(t);
  o.stop(t + ms / 1000 + 0.02);
}

function hiss(
  a: AudioContext,
  freq: number,
  q: number,
  ms: number,
  vol: number,
  after = 0,
  kind: BiquadFilterType = 'bandpass',
  to = freq,
): void {
  const s = a.createBufferSource();
  const f = a.createBiquadFilter();
  const g = a.createGain();
  const t = a.currentTime + after / 1000;
  s.buffer = noise(a);
  f.type = kind;
  f.frequency.setValueAtTime(freq, t);
  f.frequency.exponentialRampToValueAtTime(to, t + ms / 1000);
  f.Q.value = q;
  g.gain.setValueAtTime(vol, t);
  g.gain.exponentialRampToValueAtTime(0.0001, t + ms / 1000);
  s.connect(f)
    .connect(g)
    .connect(out ?? a.destination);
  s.start(t);
  s.stop(t + ms / 1000 + 0.02);
}

const knock = (a: AudioContext, f: number, vol: number, after = 0): void => {
  tone(a, f, f * 0.6, 70, vol, 'triangle', after);
  hiss(a, f * 4, 2, 30, vol * 0.5, after);
};

const play: Record<SoundName, (a: AudioContext) => void> = {
  slide: (a) => hiss(a, 900, 1.2, 170, 0.09, 0, 'bandpass', 500),
  push: (a) => {
    knock(a, 260, 0.16);
    knock(a, 210, 0.18, 80);
  },
  block: (a) => {
    tone(a, 110, 55, 160, 0.25, 'sine');
    hiss(a, 220, 1, 80, 0.12);
  },
  capture: (a) => {
    tone(a, 420, 120, 200, 0.16, 'sine');
    knock(a, 150, 0.16, 130);
  },
  roll: (a) => {
    for (const [i, t] of [0, 70, 130, 175, 205].entries()) knock(a, 420 - i * 30, 0.12, t);
  },
  lift: (a) => {
    hiss(a, 300, 0.8, 240, 0.12, 0, 'bandpass', 1100);
    tone(a, 180, 360, 230, 0.07);
  },
  fall: (a) => hiss(a, 1500, 0.6, 240, 0.16, 0, 'lowpass', 250),
  bell: (a) => {
    tone(a, 880, 878, 240, 0.09);
    tone(a, 1320, 1318, 180, 0.04);
  },
  tick: (a) => knock(a, 700, 0.05),
  turn: (a) => hiss(a, 2400, 1.5, 60, 0.06),
  place: (a) => knock(a, 330, 0.13),
  // Two rising clay notes and water.
  won: (a) => {
    tone(a, 392, 390, 200, 0.13, 'triangle');
    hiss(a, 1568, 3, 60, 0.04);
    tone(a, 587, 585, 240, 0.15, 'triangle', 190);
    hiss(a, 2350, 3, 70, 0.05, 190);
    hiss(a, 500, 0.7, 240, 0.07, 400, 'bandpass', 1500);
  },
  lost: (a) => tone(a, 165, 110, 240, 0.2, 'triangle'),
  // The same note twice: nobody went higher.
  drawn: (a) => {
    tone(a, 330, 329, 190, 0.11, 'triangle');
    tone(a, 330, 329, 230, 0.11, 'triangle', 230);
  },
};

export function make(name: SoundName): void {
  const a = audio();
  if (a) play[name](a);
}
