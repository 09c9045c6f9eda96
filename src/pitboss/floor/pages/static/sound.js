// Sounds of the table, synthesised: a card, chips, your turn, a win. Loaded only when somebody has switched them on.
//
// A page that is hidden is silent, and so is one before its first click: browsers allow no sound there.

/** @typedef {"card" | "chips" | "turn" | "win"} Sound */

const SOONEST = 0.05; // seconds between two sounds of a kind
/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** @type {Map<Sound, number>} when each was played last */
const played = new Map();

/**
 * A short hiss, as of a card on felt or of chips.
 *
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {{ at: number, seconds: number, frequency: number, q: number, volume: number }} tone
 */
function hiss(audio, out, { at, seconds, frequency, q, volume }) {
  const source = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio) });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: q });
  source
    .connect(filter)
    .connect(fading(audio, at, seconds, volume))
    .connect(out);
  source.start(at, Math.random() * 0.5, seconds);
}

/**
 * A bell.
 *
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {{ at: number, seconds: number, frequency: number, volume: number }} tone
 */
function bell(audio, out, { at, seconds, frequency, volume }) {
  const source = new OscillatorNode(audio, { type: "sine", frequency });
  source.connect(fading(audio, at, seconds, volume)).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

/** @param {AudioContext} audio @param {number} at @param {number} seconds @param {number} volume */
function fading(audio, at, seconds, volume) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  return gain;
}

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (noise) return noise;
  noise = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return noise;
}

/** @type {Record<Sound, (audio: AudioContext, out: AudioNode, at: number) => void>} */
const SOUNDS = {
  card: (audio, out, at) => hiss(audio, out, { at, seconds: 0.09, frequency: 2600, q: 0.8, volume: 0.5 }),
  chips(audio, out, at) {
    for (const [after, frequency] of [
      [0, 4200],
      [0.045, 5200],
    ])
      hiss(audio, out, { at: at + after, seconds: 0.05, frequency, q: 9, volume: 1 });
  },
  turn: (audio, out, at) => bell(audio, out, { at, seconds: 0.35, frequency: 660, volume: 0.35 }),
  win(audio, out, at) {
    for (const [after, frequency] of [
      [0, 523],
      [0.11, 659],
      [0.22, 784],
    ])
      bell(audio, out, { at: at + after, seconds: 0.5, frequency, volume: 0.3 });
  },
};

/**
 * Plays a sound, unless the page is hidden or the same one has just begun.
 *
 * @param {Sound} sound
 * @param {number} volume 0 to 1
 */
export function play(sound, volume) {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const at = context.currentTime;
  if (at - (played.get(sound) ?? -1) < SOONEST) return;
  played.set(sound, at);
  const out = new GainNode(context, { gain: volume });
  out.connect(context.destination);
  SOUNDS[sound](context, out, at);
}
