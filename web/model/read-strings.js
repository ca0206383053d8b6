// What is said of files and data that came from outside, wherever they are opened.
/** @type {Record<string, string>} */
export const readStrings = {
  readNothing: "There are no weights here: a list of numbers is needed, not {found}.",
  readNoWeights:
    "This object contains no attention weights. It has {has}; it needs one of these: {known}.",
  readEmpty: "{where} is empty.",
  readRank:
    "{where} is nested {rank|one:# level|other:# levels} deep. Attention weights have 2 to 5: layers, sequences, heads, queries, keys.",
  readNumber: "{where} is {found}, not a number.",
  readList: "{where} is {found}, but must be a list.",
  readLength: "{where} has {has|one:# entry|other:# entries}, but must have {wanted}.",
  readTensorShape: "{where} has the shape {has}, but must have {wanted}.",
  readTokens: "{name} must be a list of tokens, not {found}.",
  readTokenCount: "{name} has {has|one:# token|other:# tokens}, but the weights have {wanted}.",
  readOneList:
    "The weights are {n} × {m}, so one list of tokens is not enough: give queryTokens and keyTokens.",
  readMaskShape:
    "{name} has the shape {has}, but must have (n, m) = ({n}, {m}), or one number per key.",
  readMaskBoolean:
    "{where} is true or false, which two programs read in opposite ways. Call the list keep (true may be read) or drop (true is hidden).",
  readMaskNumber:
    "{where} is {number}. A mask that is added contains only 0 and −Infinity (or null).",
  readTooLong: "The weights are {n} × {m}. At most {most} × {most} can be drawn.",
  readTooMany: "There are {count} numbers. At most {most} fit; leave out some layers or sequences.",
  readShape:
    "{where} has the shape {found}; a shape must be a list of whole numbers, each at least 1.",
  readCount:
    "{where} has {has|one:# number|other:# numbers}, but its shape {shape} holds {wanted}.",
  readHalf: "{where} contains {kind} numbers as raw bits. Convert it to float32 first.",
  readToken: "{where} is {found}; a token must be a text or a number.",
  readMaskMixed:
    "{where} is true or false among numbers; a mask must be all one kind or the other.",
  readMaskFlag:
    "{where} is {number}. {name} must contain true and false, or 1 and 0, or, if it is added to the scores, 0 and −Infinity.",
  readNoText: "The file is empty.",
  readNotJson: "This is not JSON: it begins with “{start}”.",
  readNotJsonAt: "This is not JSON: “{found}” at byte {at} does not belong there.",
  readPrinted:
    "“{found}” at byte {at} is how Python prints a value, not JSON. Save it with json.dump(A.tolist(), file).",
  readCutOff: "This JSON is cut off: it ends in the middle, after {size|one:# byte|other:# bytes}.",
  readDeep: "This JSON is nested more than {most} levels deep.",
  readFoundNothing: "nothing",
  readFoundText: "the text “{text}”",
  readFoundList: "a list",
  readFoundObject: "an object",
  readTooLarge: "{file} has {size} MB; at most {most} MB can be read.",

  filePickle:
    "{file} is a pickle, as written by torch.save. Such files can run code when they are opened, so they are not opened here. Save the state dict with safetensors.torch.save_file instead.",
  fileNpz:
    '{file} is a NumPy archive (.npz). Save its weights as JSON instead: json.dump({"attentions": A.tolist()}, open("attentions.json", "w")).',
  fileNpy:
    '{file} is a NumPy array (.npy). Save it as JSON instead: json.dump({"attentions": A.tolist()}, open("attentions.json", "w")).',
  fileHdf: "{file} is an HDF5 file, as written by Keras. Save the weights as safetensors instead.",
  fileGguf:
    "{file} is a GGUF file, as used by llama.cpp. Open the model’s safetensors file instead.",
  fileGzip: "{file} is a {kind} archive. Unpack it first.",
  fileOnnx:
    "{file} is an ONNX model. Save the state dict with safetensors.torch.save_file instead.",

  modelFile: "{file} is not a safetensors file that can be read: {reason}.",
  modelNames:
    "{file} has no tensor called embed.weight. Its tensors are {has} …; a classifier has embed, position, blocks.layers, norm and head.",
  modelMissing: "The model has no tensor called {name}.",
  modelShape: "The tensor {name} has the shape {has}; it must have 2 sizes, neither of them 0.",
  modelDtype: "The tensor {name} is stored as {dtype}; weights must be F64, F32, F16 or BF16.",
  modelOverflow:
    "With these weights the results are too large for float32, so the model has no answer.",
  modelMetadata: "The metadata entry {name} is not JSON: {reason}.",
  modelVocabulary: "The vocabulary must be a list of texts in the order of their ids.",
  modelTwice: "The vocabulary contains “{word}” twice.",
  modelIds:
    "A vocabulary of {count|one:# entry|other:# entries} must have the ids 0, 1, 2 and so on; “{word}” has {id}.",
  modelVocabularyCount:
    "The vocabulary has {has|one:# entry|other:# entries}, but the model’s embed.weight has {wanted|one:# row|other:# rows}.",
  modelClasses: "The classes must be a list of names.",
  modelClassCount:
    "There {has|one:is # class name|other:are # class names}, but the model’s head has {wanted|one:# row|other:# rows}.",
  modelHeads: "The number of heads is {found}, but must be a whole number, at least 1.",
  modelHeadsOf:
    "{heads|one:# head|other:# heads} cannot share d = {d}: d must be a multiple of the number of heads.",
  modelRefused: "The model cannot be used: {reason}.",
  modelEmpty: "{file} contains no tensors.",
  modelNotFinite: "The tensor {name} contains numbers that are not finite: NaN or Infinity.",
  modelLayer:
    "The tensor {name} belongs to a block that the file does not have: it has {layers|one:# block|other:# blocks}, counted from 0.",
};
