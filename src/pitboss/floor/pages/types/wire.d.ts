// Written by tools/wire_types.py from the floor's own definitions: do not edit.

export type StepRow = [cite: string, act: string, who: string, cards: string[], face: string, wager: string, cents: number, note: string];

export type Evidence = Promised | Pledged | Seeded | Withdrawn | Shuffled | Reordered | Numbered | Revealed | Discarded;

export type AboutDrill = {
  chapter: string;
  game: string;
  drill: string;
  table: string;
};

export type AboutLesson = {
  chapter: string;
  game: string;
  seats: number;
  decks: number;
  test: boolean;
  places: BothPlaces;
};

export type AboutRound = {
  table: string;
  round: number;
  opening: number;
  places: BothPlaces;
  seats: number;
  points: boolean;
};

export type AboutSchool = {
  chapter: string;
  game: string;
};

export type AboutTable = {
  name: string;
  log: string;
  chapter: string;
  game: string;
  seats: number;
  positions: number;
  poker: boolean;
  room: string;
  variant: string;
  structure: string;
  banks: boolean;
  wagers: TableWager[];
  suggested: Record<string, number>;
  buy_in: number;
  unit: number;
  looks: boolean;
  points: boolean;
  means: Record<string, string>;
  meter: number | null;
  progressive: string;
  decks: number;
  practice: boolean;
  nearly_empty: number;
  places: BothPlaces;
};

export type Act = {
  do: "act";
  kind: string;
  detail: Record<string, unknown>;
};

export type Announcement = {
  table: string;
  variant: string;
  structure: string;
  minimum: number;
  maximum: number | null;
  free: number[];
  waiting: number;
};

export type Answer = {
  id: string;
  v?: number;
  refused?: string;
  cite?: string;
  kind?: string;
  retry?: boolean;
};

export type Answered = {
  id: string;
  v: number;
  frames?: Frame[];
  asked?: Asked[];
  clock?: number | null;
  bank?: number | null;
};

export type AreaPlace = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
  r: number;
  shape: string;
  label: string[];
  cite: string;
  title: string;
  size: number;
};

export type Asked = {
  seat: number;
  choices?: Option[];
  cite?: string;
  about?: string;
  base?: number;
  already?: number;
  silent?: string | null;
};

export type AskedDraft = {
  text: string;
  window: string;
  has?: number;
};

export type AskedExperiment = {
  query?: string;
  window: string;
  has?: number;
};

export type AskedLesson = {
  practice?: string;
  automate?: string[];
  irregularities?: boolean;
  at_end?: boolean;
  rounds?: number;
  players?: number;
  table?: string;
  dealing?: string;
};

export type AskedTest = {
  candidate: string;
  dealer: string;
  seed: number;
  criteria?: string;
  table?: string;
  dealing?: string;
};

export type Begin = {
  do: "begin";
};

export type Bet = {
  do: "bet";
  seat: number;
  wagers: Record<string, number>;
};

export type Blank = {
  chapter: string;
  text: string;
};

export type Board = {
  room: string;
  chapter: string;
  version: number;
  tables: Announcement[];
  seats: Record<string, Record<string, RoomSeat>>;
  list: Waiting[];
  jackpots: Record<string, Jackpot>;
};

export type BothPlaces = {
  wide: Places;
  tall: Places;
};

export type Bots = {
  bots: number;
};

export type BrokenTable = {
  name: string;
  bank: string;
  chapter: string;
  why: string;
  kind: string;
};

export type Buy = {
  do: "buy";
  seat: number;
  cents: number;
};

export type CardProof = {
  root: string;
  number: number;
  position: number;
  opening: Opening;
};

export type CardRow = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
  scale: number;
  step: number;
  most: number;
  label: string;
  cite: string;
};

export type Cards = {
  cards: string;
  low?: string;
};

export type ChanceRecord = {
  v: number;
  at: number;
  record: Evidence;
};

export type Change = {
  what: string;
  to: string;
  edge: number;
};

export type Changes = {
  rows: Change[];
  why: string;
};

export type Checked = {
  ok: boolean;
  chapter: string;
  findings: Found[];
};

export type ClientMessage = {
  id?: string;
  version?: number | null;
  command?: Open | Sit | Buy | Leave | Bet | Rest | Permit | PostLimits | Act | Seed | Pledge | Begin | Close | Proceed | Decide | CutCards | Report | VoidRound | Discard | null;
  hello?: Hello | null;
  ready?: boolean | null;
  ping?: true | null;
};

export type Close = {
  do: "close";
};

export type ClosedTable = {
  name: string;
  chapter: string;
  game: string;
};

export type Code = {
  cite: string;
  file: string;
  line: number;
  first: number;
  text: string;
};

export type Come = {
  role?: "patron" | "dealer" | "floorperson" | "pit boss" | "surveillance" | "auditor";
  code?: string;
  bearer?: boolean;
};

export type CommandBody = {
  id: string;
  version: number;
  command: Record<string, unknown>;
};

export type Company = {
  bots: number;
};

export type Compared = {
  text: string;
  holder?: string;
  other?: string;
};

export type ComparedWith = {
  against: string;
  lines: string[];
  wagers: Held[];
};

export type Credentials = {
  name: string;
  password: string;
  bearer?: boolean;
};

export type CriterionLine = {
  name: string;
  right: number;
  of: number;
  least: number;
  points: string;
  most: number;
  met: boolean;
};

export type CutCards = {
  do: "cut";
  seat: number;
  depth?: number | null;
  seed?: string;
};

export type DealerMessage = {
  held_by: string;
};

export type Decide = {
  do: "decide";
  seat: number;
  word: string;
  cents?: number;
};

export type Decided = {
  passed: boolean;
  by?: string;
  position?: string;
  employer?: string;
  remarks?: string;
};

export type DecisionLine = {
  passed: boolean;
  by: string;
  position: string;
  date: string;
  remarks: string;
  employer: string;
};

export type Declarable = {
  kind: string;
  cite: string;
  says: string;
  fields: DetailField[];
  between: boolean;
};

export type DetailField = {
  word: string;
  takes: string;
  label: string;
  required?: boolean;
  choices?: string[];
  seats?: number[];
};

export type Disabled = {
  disabled: boolean;
  why?: string;
};

export type Discard = {
  do: "discard";
  why: string;
};

export type Discarded = {
  evidence: "discard";
  promise: number;
};

export type DraftLine = {
  bet: string;
  hand: string;
  pays: string;
  chance: number;
  adds: number;
};

export type DrillAnswer = {
  right: boolean;
  answer: string;
  section: string;
  why: string;
  says: string;
  cost?: string;
  next: DrillQuestion | null;
};

export type DrillQuestion = {
  key: string;
  number: number;
  drill: string;
  shown: string[];
  ask: string;
  choices: string[];
  how: string;
  left?: number | null;
};

export type DrillReply = {
  key: string;
  answer?: string;
  seconds?: number;
  table?: string;
};

export type Edited = {
  text: string;
  holder?: string;
  other?: string;
  edits?: FieldEdit[];
};

export type EditedRecord = {
  text: string;
  kind?: string;
  edits?: FieldEdit[];
};

export type Experimented = {
  query: string;
  findings: Findings;
  waiting: Progressing | null;
};

export type Explained = {
  cite: string;
  says: string;
  heading: string;
  chapter: string;
  game: string;
  kind: string;
  status: string;
  why: string;
  parents: [string, string][];
  code: Code[];
  tests: string[];
  test: Test | null;
};

export type FieldEdit = {
  field: string;
  value: unknown;
};

export type Findings = {
  first?: Numbers | null;
  numbers?: Numbers | null;
  law?: Law | null;
  sessions?: Session[] | null;
  printed?: Numbers | null;
  play?: Play | null;
  mistakes?: Mistake[] | null;
  changes?: Changes | null;
  lines?: DraftLine[] | null;
};

export type FinishedRound = {
  round: number;
  at: number;
  void: string;
  records: number;
};

export type FinishedRounds = {
  table: string;
  log: string;
  rounds: FinishedRound[];
  next: number | null;
};

export type FormAnswer = {
  text: string;
  mistake: UnreadableText | null;
  state: FormState | null;
  other: OtherSubmission | null;
  record: string;
};

export type FormChange = {
  kind: string;
  name: string;
  section: string;
  before: string;
  after: string;
};

export type FormChoice = {
  value: unknown;
  label: string;
};

export type FormColumn = {
  name: string;
  label: string;
  kind: string;
  choices: string[];
  required: boolean;
};

export type FormField = {
  option: string;
  label: string;
  section: string;
  kind: string;
  unit: string;
  default: unknown;
  allowed: unknown;
  lawful: string;
  why: string;
  required: boolean;
  choices: FormChoice[];
  columns: FormColumn[];
  wager: string;
  own: boolean;
};

export type FormFinding = {
  level: string;
  section: string;
  field: string;
  row: string;
  given: unknown;
  allowed: unknown;
  message: string;
  line: number | null;
  rule: string;
  fix: string;
  also: string[];
  values: unknown[];
  changes: Record<string, unknown>;
  waiver?: string;
  waivable: boolean;
};

export type FormSection = {
  name: string;
  title: string;
  fields: FormField[];
};

export type FormState = {
  chapter: string;
  ok: boolean;
  values: Record<string, unknown>;
  stated: string[];
  about: Record<string, unknown>;
  findings: FormFinding[];
  holds: WagerHold[];
  edges: TableEdge[];
};

export type FormTable = {
  wager: string;
  option: string;
  table: string;
  condition: string;
  section: string;
  rows: [string, string][];
};

export type Found = {
  level: string;
  section: string;
  field: string;
  row: string;
  given: unknown;
  allowed: unknown;
  message: string;
  line: number | null;
  rule: string;
  fix: string;
  also: string[];
  values: unknown[];
  changes: Record<string, unknown>;
  waiver?: string;
};

export type FoundRule = {
  cite: string;
  chapter: string;
  game: string;
  heading: string;
  says: string;
  score: number;
};

export type FoundRules = {
  found: FoundRule[];
  read_as: Record<string, string>;
  word?: boolean;
};

export type Frame = {
  v: number;
  steps?: (StepRow | null)[];
  evidence?: (Promised | Pledged | Seeded | Withdrawn | Shuffled | Reordered | Numbered | Revealed | Discarded)[];
  words?: [string, string][];
};

export type FramesMessage = {
  v: number;
  frames?: Frame[];
  asked?: Asked[];
  clock?: number;
  bank?: number;
  question?: [string, string];
  answers?: Answer[];
};

export type Game = {
  chapter: string;
  game: string;
  incidents: Record<string, string>;
  declarable: Declarable[];
};

export type GameToOpen = {
  chapter: string;
  game: string;
  room?: string;
};

export type Grid = {
  title: string;
  columns: string[];
  rows: GridRow[];
};

export type GridRow = {
  name: string;
  letters: string;
  was: string;
};

export type Hand = {
  cards: string[];
  faces: string[];
  label: string;
  low: string[];
  gone: boolean;
};

export type HandWinner = {
  player: string;
  cents: number;
  hands: string[];
};

export type Health = {
  status: string;
};

export type Held = {
  wager: string;
  before: number | null;
  after: number | null;
};

export type HeldBy = {
  held_by: string;
};

export type Hello = {
  version?: number | null;
  log?: string;
  words?: boolean;
  beats?: boolean;
};

export type HoldLine = {
  what?: string;
  part?: number;
  holds?: WagerHold[] | null;
  error?: string;
  cite?: string;
  retry?: boolean;
};

export type Holds = {
  holds: boolean;
};

export type InTheLobby = {
  name: string;
  log: string;
  chapter: string;
  game: string;
  version: number;
  seats: number;
  taken: Record<string, string>;
  free: number[];
  takes_players: boolean;
  limits: Record<string, [number, number]>;
  suggested: Record<string, number>;
  meter: number | null;
  bots: number;
};

export type InThePit = {
  since: number;
  tables: PitTable[];
  fallen: BrokenTable[];
  closed: ClosedTable[];
};

export type Inscription = {
  text: string;
  cite: string;
  role: string;
  size: number;
  x: number;
  y: number;
};

export type IsReady = {
  ready: boolean;
};

export type Jackpot = {
  kind: string;
  displayed: number;
};

export type Known = {
  chapter: string;
  cards: number;
  asked: number;
  known: number;
  due: number;
  days_until_all_were_asked: number;
  sections: SectionKnown[];
  weak_sections: ScoreLine[];
  drills: Record<string, ScoreLine[]>;
  lesson: number | null;
  test: boolean;
};

export type LabField = {
  name: string;
  label: string;
  kind: string;
  default: string;
  section: string;
  why: string;
  values: string[];
  unit: string;
  lawful: boolean;
};

export type LabPage = {
  chapter: string;
  game: string;
  query: string;
  why: string;
  cite: string;
  wagers: LabWager[];
};

export type LabTable = {
  wager: string;
  letter: string;
  condition: string;
  section: string;
  decks: [number, number];
  rows: [string, string][];
};

export type LabWager = {
  name: string;
  letters: string[];
  tables: LabTable[];
  fields: LabField[];
};

export type Law = {
  lawful: boolean | null;
  why: string;
  section: string;
};

export type Lawful = {
  lawful: boolean;
  wagers?: Record<string, number>;
  why?: string;
  cite?: string;
};

export type Layout = {
  decks: number;
  round: number;
  in_progress: boolean;
  void: string;
  seats: Record<string, Seat>;
  playing: number[];
  hands: Record<string, Hand>;
  wagers: Record<string, Record<string, number>>;
  placed: Record<string, Record<string, number>>;
  staked: Record<string, number>;
  results: Record<string, Record<string, Result>>;
  dealer: Record<string, number>;
  center: number;
  button: number;
  posted: Record<string, Record<string, number>>;
  bets: Record<string, number>;
  put: Record<string, number>;
  dead: Record<string, number>;
  pots: number[];
  pushed: Pushed[];
  folded: number[];
  all_in: number[];
  raked: number;
  boxes: Record<string, number>;
  meters: Record<string, number>;
  asked: Asked[];
};

export type Leave = {
  do: "leave";
  seat: number;
};

export type Leaving = {
  may: boolean;
  says: string;
  cite: string;
};

export type Ledger = {
  entries: LedgerEntry[];
  next: number | null;
};

export type LedgerEntry = {
  id: number;
  stream: string;
  seq: number;
  cents: number;
};

export type LessonAct = {
  lesson: number;
  round: number;
  entered: number;
  has?: number;
  do?: "enter" | "show" | "end";
  line?: string;
};

export type LessonEvent = {
  kind: "entered" | "said" | "step" | "trouble" | "verdict";
  step?: unknown[];
  words?: string;
  section?: string;
  verdict?: string;
  due?: string;
  why?: string;
  says?: string;
};

export type LessonState = {
  lesson: number;
  round: number;
  rounds: number;
  entered: number;
  first: number;
  events: LessonEvent[];
  seats: number[];
  wagers: string[];
  sayings: string[];
  counts: boolean;
  at_end: boolean;
  test: boolean;
  automated: string[];
  refused: string;
  ended: boolean;
  finished: boolean;
  right: number;
  of: number;
  by_kind: ScoreLine[];
  by_section: ScoreLine[];
};

export type Me = {
  id: number;
  name: string;
  role: "patron" | "dealer" | "floorperson" | "pit boss" | "surveillance" | "auditor";
  guest: boolean;
  created: number;
  cage: number;
  play_chips_only?: boolean;
  token?: string | null;
};

export type Mistake = {
  words: string;
  each: number;
  chance: number | null;
};

export type NamePlace = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
  size: number;
};

export type NetResult = {
  net: string;
  value: number;
  chance: number;
};

export type NewPassword = {
  password: string;
  new: string;
  bearer?: boolean;
};

export type NewRole = {
  role: "patron" | "dealer" | "floorperson" | "pit boss" | "surveillance" | "auditor";
};

export type Nothing = {

};

export type Numbered = {
  evidence: "number";
  promise: number;
  number: number;
  least: number;
  most: number;
  value: number;
};

export type Numbers = {
  wager: string;
  of: string;
  condition: string;
  edge: number;
  exact: string | null;
  deviation: number | null;
  hit_rate: number | null;
  risk: number | null;
  skewness: number | null;
  outcomes: NetResult[];
  method: string;
  note: string;
  error: number;
};

export type Open = {
  do: "open";
  chapter: string;
  house: Record<string, unknown>;
  software: string;
  name?: string;
  seeded?: boolean;
  pauses?: boolean;
  linked?: string;
  silence?: string[];
  options?: Record<string, unknown>;
  limited?: boolean;
  pays_in_chips?: boolean;
};

export type Opening = {
  index: number;
  cards: number;
  card: number;
  salt: string;
  path: string[];
};

export type Option = {
  word: string;
  least?: number;
  most?: number;
  unit?: number;
  bare?: number;
  of?: string[];
  number?: [number, number];
};

export type OtherSubmission = {
  error: string;
  changes: FormChange[];
  holds: WagerHold[];
};

export type Outcome = {
  round: number;
  hands: Record<string, ShownHand>;
  won: Won[];
};

export type Permit = {
  do: "permit";
  seat: number;
};

export type PitDecisions = {
  made: number;
  silent: number;
  people: number;
  judged: number | null;
  best: number | null;
  cost: number | null;
  says: string;
};

export type PitFigures = {
  since: number;
  rounds: number;
  void: number;
  pace: number | null;
  handle: number;
  wagers: Record<string, unknown>;
  between_players: number;
  win: number;
  drop: number;
  taken_away: number;
  fed: number;
  boxed: number;
  decisions: PitDecisions;
  theoretical: TheoreticalWin | null;
};

export type PitSeat = {
  name: string;
  chips: number;
  bot: boolean;
};

export type PitTable = {
  name: string;
  log: string;
  chapter: string;
  game: string;
  title: string;
  seats: number;
  meter: number | null;
  held_by: string;
  version: number;
  round: number;
  in_progress: boolean;
  waits: WaitsFor;
  offers: string[];
  limits: Record<string, number>;
  out_of_order: string[];
  taken: Record<string, PitSeat>;
  opened: number;
  inventory: number;
  counted: boolean;
  figures: PitFigures;
};

export type Places = {
  chapter: string;
  form: string;
  view: number[];
  seats: Record<string, SeatPlace>;
  dealer: CardRow | null;
  dealer_hands: CardRow[];
  community: CardRow[];
  pot: Spot[];
  lines: Inscription[];
  shoe: Spot | null;
  discard: Spot | null;
  tray: Spot | null;
  meter: Spot | null;
  rake: Spot | null;
  jackpot: Spot | null;
  you?: SeatPlace;
  others?: Record<string, Spot>;
};

export type Play = {
  grids: Grid[];
  meanings: Record<string, string>;
  cost: number | null;
  rules: SimpleRule[];
  why: string;
};

export type Pledge = {
  do: "pledge";
  seat: number;
  digest: string;
};

export type Pledged = {
  evidence: "pledge";
  promise: number;
  seat: number;
  digest: string;
};

export type Point = {
  x: number;
  y: number;
};

export type PostLimits = {
  do: "post";
  limits: Record<string, number>;
};

export type Preview = {
  pages: string[];
  of: number;
};

export type Priced = {
  say: string;
  word: string;
  cents: number;
  brings: number | null;
  best: boolean;
};

export type Printed = {
  text: string;
  holder?: string;
  what: "sign" | "layout" | "form" | "guide";
};

export type Problem = {
  error: string;
  cite?: string;
  kind?: string;
  retry?: boolean;
};

export type Proceed = {
  do: "proceed";
};

export type Progressing = {
  ahead: number;
  doing: string;
  done: number;
  seconds: number;
  about: number;
};

export type Promised = {
  evidence: "promise";
  number: number;
  promise: string;
  sealed?: string;
  secret?: string;
  scheme?: number;
};

export type Pushed = {
  pot: string;
  seat: number;
  cents: number;
};

export type Ready = {
  ready: boolean;
};

export type RecentHand = {
  round: number;
  won: HandWinner[];
};

export type RecentHands = {
  hands: RecentHand[];
};

export type RecordAnswer = {
  text: string;
  kind: string;
  mistake: UnreadableText | null;
  state: RecordState | null;
};

export type RecordDeadline = {
  section: string;
  day: string;
  what: string;
  done: boolean;
  overdue: boolean;
};

export type RecordForm = {
  kind: string;
  title: string;
  says: string;
  chapter: string;
  agency: string;
  fields: FormField[];
  rare: FormField[];
  parts: RecordPart[];
  text: string;
  example: string;
};

export type RecordPart = {
  name: string;
  label: string;
  section: string;
  why: string;
  fields: FormField[];
};

export type RecordState = {
  kind: string;
  chapter: string;
  ok: boolean;
  on: string;
  values: Record<string, unknown>;
  stated: string[];
  counts: Record<string, number>;
  more: Record<string, number>;
  findings: FormFinding[];
  errors: number;
  statements: RecordStatement[];
  deadlines: RecordDeadline[];
};

export type RecordStatement = {
  section: string;
  about: string;
  says: string;
  why: string;
};

export type Reopens = {
  open: true;
};

export type Reordered = {
  evidence: "reorder";
  promise: number;
  number: number;
};

export type Report = {
  do: "report";
  kind: string;
  detail: Record<string, unknown>;
};

export type Rest = {
  do: "rest";
};

export type Result = {
  placed: number;
  back: number;
  paid: string[];
};

export type Revealed = {
  evidence: "reveal";
  promise: number;
  secret: string;
  digest?: string;
  hidden?: string;
};

export type RoomSeat = {
  player: string;
  cents: number;
  away: boolean;
};

export type RoomSubmission = {
  name: string;
  chapter?: string;
};

export type RoundProofs = {
  table: string;
  round: number;
  proofs: CardProof[];
  gathered: Record<string, number[]>;
  hidden: Record<string, string>;
};

export type RoundReplay = {
  table: string;
  everything: boolean;
  stream: string;
  round: number;
  first: number;
  last: number;
  at: number;
  void: string;
  chapter: string;
  house: Record<string, unknown>;
  yours: number[];
  layout: Layout;
  frames: Frame[];
  scope: string;
  seeded: boolean;
  reveals: boolean;
  chance: ChanceRecord[];
};

export type ScoreLine = {
  about: string;
  right: number;
  of: number;
  seconds?: number | null;
};

export type Seat = {
  player: string;
  chips: number;
};

export type SeatPlace = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
  areas: Record<string, AreaPlace>;
  cards: CardRow;
  own: CardRow;
  hands: CardRow[];
  splits: SplitRow[][];
  name: NamePlace;
  bet: Spot | null;
  button: Spot | null;
};

export type SectionKnown = {
  section: string;
  cards: number;
  asked: number;
  known: number;
  due: number;
};

export type Seed = {
  do: "seed";
  seat: number;
  seed: string;
};

export type Seeded = {
  evidence: "seed";
  promise: number;
  seat: number;
  seed: string;
};

export type Session = {
  rounds: number;
  mean: number;
  half: [number, number];
  most: [number, number];
  ahead: number;
  normal: boolean;
};

export type Setting = {
  house_way?: string[];
  hands?: string;
  better?: string;
  fouled?: boolean;
  why?: string;
  cite?: string;
};

export type ShownHand = {
  name: string;
  cards: string[];
  low: string[];
};

export type Shuffled = {
  evidence: "shuffle";
  promise: number;
  number: number;
  cards: number;
  root: string;
};

export type Sign = {
  title: string;
  cents: number | null;
  now: string;
  lines: [string, string][];
};

export type SignIn = {
  name: string;
  password: string;
  bearer?: boolean;
};

export type SimpleRule = {
  words: string;
  edge: number;
  cost: number;
};

export type Sit = {
  do: "sit";
  seat: number;
  player: string;
  cents: number;
};

export type Somebody = {
  id: number;
  name: string;
  role: "patron" | "dealer" | "floorperson" | "pit boss" | "surveillance" | "auditor";
  guest: boolean;
  disabled: boolean;
};

export type SplitRow = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
  scale: number;
  step: number;
  down: boolean;
  chips: Point;
};

export type Spot = {
  x: number;
  y: number;
  w: number;
  h: number;
  rotation: number;
};

export type Stands = {
  rounds: number;
  first: number;
  last: number;
  wagered: number;
  result: number;
  expected: number;
  deviation: number;
  interval: number[];
  basis: string;
};

export type Submission = {
  name: string;
  chapter: string;
  house?: Record<string, unknown>;
  meter?: string;
};

export type SubmissionForm = {
  chapter: string;
  game: string;
  edition: string;
  dated: string;
  banked: boolean;
  sections: FormSection[];
  tables: FormTable[];
};

export type SubmissionOption = {
  option: string;
  section: string;
  kind: string;
  default: unknown;
  allowed: unknown;
  unit: string;
  why: string;
  required: boolean;
};

export type Submittable = {
  chapter: string;
  game: string;
  options: SubmissionOption[];
};

export type Submitted = {
  chapter: string;
  house: Record<string, unknown>;
};

export type TableEdge = {
  wager: string;
  table: string;
  condition: string;
  edge: number | null;
};

export type TablePicture = {
  decks: number;
  round: number;
  in_progress: boolean;
  void: string;
  seats: Record<string, Seat>;
  playing: number[];
  hands: Record<string, Hand>;
  wagers: Record<string, Record<string, number>>;
  placed: Record<string, Record<string, number>>;
  staked: Record<string, number>;
  results: Record<string, Record<string, Result>>;
  dealer: Record<string, number>;
  center: number;
  button: number;
  posted: Record<string, Record<string, number>>;
  bets: Record<string, number>;
  put: Record<string, number>;
  dead: Record<string, number>;
  pots: number[];
  pushed: Pushed[];
  folded: number[];
  all_in: number[];
  raked: number;
  boxes: Record<string, number>;
  meters: Record<string, number>;
  asked: Asked[];
  name: string;
  chapter: string;
  house: Record<string, unknown>;
  you: number[];
  new: number[];
  closed: boolean;
  unrevealed: number[];
  held_by: string;
  promises: Promised[];
};

export type TableWager = {
  name: string;
  cite: string;
  required: boolean;
  least: number;
  most: number;
  only: number[];
};

export type Test = {
  name: string;
  text: string;
};

export type TestLine = {
  account: number;
  candidate: string;
  dealer: string;
  chapter: string;
  game: string;
  lesson: number;
  seed: number;
  rounds: number;
  dealt: number;
  examiner: string;
  passed: boolean | null;
};

export type TestSheet = {
  test: TestLine;
  criteria: CriterionLine[];
  points: string;
  most: number;
  pass_mark: number;
  met: boolean;
  verdicts: VerdictLine[];
  decision: DecisionLine | null;
};

export type TheoreticalWin = {
  win: number;
  error: number;
  low: number;
  high: number;
  compared: number;
  aside: string[];
  verdict: string;
  says: string;
};

export type Told = {
  v: number;
  seat: number;
  asked: string;
  about: string;
  basis: string;
  choices: Priced[];
  why: string;
};

export type UnreadableMessage = {
  error: string;
  id?: string;
};

export type UnreadableText = {
  message: string;
  line: number;
  column: number;
};

export type VerdictLine = {
  act: string;
  verdict: string;
  section: string;
  due: string;
  message: string;
};

export type VoidRound = {
  do: "void";
  why: string;
  defect?: string;
};

export type WagerHold = {
  wager: string;
  table: string;
  edge: number | null;
  exact: string | null;
};

export type Wagers = {
  wagers: Record<string, number>;
};

export type Wait = {
  wait: number;
  say: string;
};

export type Waiting = {
  player: string;
  variant: string;
};

export type WaitsFor = {
  for: string;
  seats: number[];
};

export type WholeTable = {
  v: number;
  log: string;
  table: Record<string, unknown>;
  words?: string[][];
  question?: string[] | null;
};

export type WholeTableMessage = {
  v: number;
  log: string;
  table: TablePicture;
  clock?: number;
  bank?: number;
  words?: [string, string][];
  question?: [string, string];
};

export type Withdrawn = {
  evidence: "withdraw";
  promise: number;
  seat: number;
};

export type Won = {
  seat: number;
  cents: number;
  hands: string[];
};

export type Written = {
  text: string;
  holder?: string;
};

export type WrittenRecord = {
  text: string;
};

export interface Get {
  (path: `/api/table-tests/${string}/${string}/${string}/record.toml`): Promise<null>;
  (path: `/api/table-tests/${string}/${string}/${string}/sheet.pdf`): Promise<null>;
  (path: "/api/table-tests/criteria"): Promise<string>;
  (path: `/api/tables/${string}/declarable`): Promise<Declarable[]>;
  (path: `/api/school/${string}/best-play` | `/api/school/${string}/best-play?${string}`): Promise<DrillQuestion | Wait>;
  (path: `/api/submissions/${string}/form`): Promise<SubmissionForm>;
  (path: `/api/school/${string}/drills/${string}` | `/api/school/${string}/drills/${string}?${string}`): Promise<DrillQuestion>;
  (path: `/api/tables/${string}/leaving`): Promise<Leaving>;
  (path: `/api/tables/${string}/outcome`): Promise<Outcome>;
  (path: `/api/tables/${string}/session` | `/api/tables/${string}/session?${string}`): Promise<Stands | Wait>;
  (path: `/api/school/${string}/lesson` | `/api/school/${string}/lesson?${string}`): Promise<LessonState>;
  (path: `/api/table-tests/${string}/${string}/${string}`): Promise<TestSheet>;
  (path: `/api/tables/${string}/advice`): Promise<Told | Wait>;
  (path: `/api/tables/${string}/frames` | `/api/tables/${string}/frames?${string}`): Promise<Frame[]>;
  (path: `/api/tables/${string}/rounds` | `/api/tables/${string}/rounds?${string}`): Promise<FinishedRounds>;
  (path: `/api/school/${string}/today` | `/api/school/${string}/today?${string}`): Promise<DrillQuestion | null>;
  (path: `/api/tables/${string}/hands`): Promise<RecentHands>;
  (path: `/api/tables/${string}/signs`): Promise<Sign[]>;
  (path: `/api/submissions/${string}`): Promise<Blank>;
  (path: `/api/tables/${string}/bots`): Promise<Bots>;
  (path: "/api/table-tests"): Promise<TestLine[]>;
  (path: `/rounds/${string}/${string}/proofs` | `/rounds/${string}/${string}/proofs?${string}`): Promise<RoundProofs>;
  (path: "/api/me/entries" | `/api/me/entries?${string}`): Promise<Ledger>;
  (path: `/api/options/${string}`): Promise<Submittable>;
  (path: `/api/records/${string}`): Promise<RecordForm>;
  (path: `/api/export/${string}`): Promise<null>;
  (path: `/api/school/${string}` | `/api/school/${string}?${string}`): Promise<Known>;
  (path: `/api/tables/${string}` | `/api/tables/${string}?${string}`): Promise<WholeTable>;
  (path: `/api/rooms/${string}`): Promise<Board>;
  (path: `/api/rules/${string}`): Promise<Explained>;
  (path: "/api/tables"): Promise<InTheLobby[]>;
  (path: "/api/games"): Promise<Game[]>;
  (path: "/api/rooms"): Promise<Board[]>;
  (path: "/api/rules" | `/api/rules?${string}`): Promise<FoundRules>;
  (path: `/rounds/${string}/${string}` | `/rounds/${string}/${string}?${string}`): Promise<RoundReplay>;
  (path: "/api/pit" | `/api/pit?${string}`): Promise<InThePit>;
  (path: "/healthz"): Promise<Health>;
  (path: "/metrics"): Promise<null>;
  (path: "/api/me"): Promise<Me>;
  (path: "/readyz"): Promise<Health>;
}

export interface Post {
  (path: `/api/table-tests/${string}/${string}/${string}/decision`, body: Decided): Promise<TestSheet>;
  (path: `/api/school/${string}/lesson/acts`, body: LessonAct): Promise<LessonState>;
  (path: "/api/submissions/compare", body: Compared): Promise<ComparedWith>;
  (path: "/api/submissions/preview", body: Printed): Promise<Preview>;
  (path: `/api/school/${string}/best-play`, body: DrillReply): Promise<DrillAnswer | Wait>;
  (path: "/api/submissions/check", body: Written): Promise<Checked>;
  (path: "/api/submissions/print", body: Printed): Promise<null>;
  (path: "/api/records/calendar", body: WrittenRecord): Promise<null>;
  (path: "/api/submissions/form", body: Edited): Promise<FormAnswer>;
  (path: "/api/submissions/hold", body: Written): Promise<HoldLine>;
  (path: `/api/tables/${string}/commands`, body: CommandBody): Promise<Answered>;
  (path: `/api/rooms/${string}/commands`, body: CommandBody): Promise<Answered>;
  (path: `/api/school/${string}/drills/${string}`, body: DrillReply): Promise<DrillAnswer>;
  (path: `/api/tables/${string}/setting`, body: Cards): Promise<Setting>;
  (path: `/api/school/${string}/lesson`, body: AskedLesson): Promise<LessonState>;
  (path: `/api/tables/${string}/wagers`, body: Wagers): Promise<Lawful>;
  (path: `/api/school/${string}/today`, body: DrillReply): Promise<DrillAnswer>;
  (path: `/api/tables/${string}/ready`, body: Ready): Promise<IsReady>;
  (path: "/api/records/form", body: EditedRecord): Promise<RecordAnswer>;
  (path: `/api/table-tests/${string}`, body: AskedTest): Promise<TestLine>;
  (path: `/api/tables/${string}/bots`, body: Company): Promise<Bots>;
  (path: "/api/submissions", body: Written): Promise<Submitted>;
  (path: "/api/lab/draft", body: AskedDraft): Promise<Experimented>;
  (path: "/api/accounts", body: Credentials): Promise<Me>;
  (path: "/api/me/chips", body: Nothing): Promise<Me>;
  (path: "/api/session", body: SignIn): Promise<Me>;
  (path: "/api/tables", body: Submission): Promise<InTheLobby>;
  (path: "/api/guest", body: Come): Promise<Me>;
  (path: "/api/rooms", body: RoomSubmission): Promise<Board>;
  (path: `/api/lab/${string}`, body: AskedExperiment): Promise<Experimented>;
}

export interface Put {
  (path: `/api/accounts/${string}/disabled`, body: Disabled): Promise<Somebody>;
  (path: `/api/accounts/${string}/role`, body: NewRole): Promise<Somebody>;
  (path: `/api/tables/${string}/dealer`, body: Holds): Promise<HeldBy>;
  (path: `/api/tables/${string}/open`, body: Reopens): Promise<InTheLobby>;
  (path: "/api/me/password", body: NewPassword): Promise<Me>;
}

export interface Delete {
  (path: `/api/accounts/${string}/sessions`): Promise<null>;
  (path: `/api/lab/windows/${string}`): Promise<null>;
  (path: `/api/tables/${string}/bots`): Promise<Bots>;
  (path: "/api/session"): Promise<null>;
  (path: `/api/tables/${string}`): Promise<null>;
  (path: `/api/rooms/${string}`): Promise<null>;
}
