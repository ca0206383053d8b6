// What is said of files and data that came from outside, wherever they are opened.
/** @type {Record<string, string>} */
export const readStrings = {
  readNothing: "There are no weights: a list of numbers is needed, not {found}.",
  readNoWeights:
    "This object holds no attention weights. It has {has}; one of these is needed: {known}.",
  readEmpty: "{where} is empty.",
  readRank:
    "{where} is nested {rank} levels deep. Attention weights have 2 to 5: layers, sequences, heads, queries, keys.",
  readNumber: "{where} is {found}, not a number.",
  readList: "{where} is {found}, where a list is needed.",
  readLength: "{where} has {has} entries, but {wanted} are needed.",
  readTensorShape: "{where} has the shape {has}, but must have {wanted}.",
  readTokens: "{name} must be a list of tokens, not {found}.",
  readTokenCount: "{name} has {has} tokens, but the weights have {wanted}.",
  readOneList:
    "The weights are {n} × {m}, so one list of tokens is not enough: give queryTokens and keyTokens.",
  readMaskShape:
    "{name} has the shape {has}, but must have (n, m) = ({n}, {m}), or one number a key.",
  readMaskBoolean:
    "{where} is true or false, which two programs read in opposite ways. Name the list keep (true may be read) or drop (true is hidden).",
  readMaskNumber: "{where} is {number}. A mask that is added has only 0 and −Infinity (or null).",
  readTooLong: "The weights are {n} × {m}. Up to {most} × {most} are drawn.",
  readTooMany: "These are {count} numbers. Up to {most} fit; leave layers or sequences out.",
  readShape: "{where} has the shape {found}; a shape is a list of whole numbers from 1.",
  readCount: "{where} has {has} numbers, but its shape {shape} holds {wanted}.",
  readHalf:
    "{where} holds float16 numbers as their bits. Convert it to float32 before you hand it over.",
  readToken: "{where} is {found}; a token is a text or a number.",
  readMaskMixed: "{where} is true or false among numbers: a mask is either the one or the other.",
  readMaskFlag:
    "{where} is {number}. {name} is made of true and false, or of 1 and 0, or, where it is added to the scores, of 0 and −Infinity.",
  readNoText: "The file is empty.",
  readNotJson: "This is not JSON: it begins with “{start}”.",
  readNotJsonAt: "This is not JSON: “{found}” at byte {at} does not belong there.",
  readCutOff: "This JSON is cut off: it ends in the middle, after {size} bytes.",
  readDeep: "This JSON is nested more than {most} levels deep.",
  readTooLarge: "{file} has {size} MB; up to {most} MB are read.",

  filePickle:
    "{file} is a pickle or a zip archive, as torch.save writes it. Such files can run code when they are read, so they are not. Save the state dict with safetensors.torch.save_file.",
  fileNpz:
    '{file} is a NumPy archive (.npz). Save its weights as JSON instead: json.dump({"attentions": A.tolist()}, open("attentions.json", "w")).',
  fileNpy:
    '{file} is a NumPy array (.npy). Save it as JSON instead: json.dump({"attentions": A.tolist()}, open("attentions.json", "w")).',
  fileHdf: "{file} is an HDF5 file, as Keras writes it. Save the weights as safetensors instead.",
  fileGguf:
    "{file} is a GGUF file, as llama.cpp reads it. Open the safetensors file of the model instead.",
  fileGzip: "{file} is compressed with gzip. Unpack it first.",
  fileOnnx:
    "{file} is an ONNX model. Save the state dict with safetensors.torch.save_file instead.",

  modelFile: "{file} is not a safetensors file that can be read: {reason}.",
  modelNames:
    "{file} has no tensor embed.weight. Its tensors are named {has} …; a classifier has embed, position, blocks.layers, norm and head.",
  modelMissing: "The model has no tensor {name}.",
  modelShape: "The tensor {name} has the shape {has}; it must have 2 sizes, none of them 0.",
  modelMetadata: "The metadata entry {name} is not JSON: {reason}.",
  modelVocabulary: "The vocabulary must be a list of texts in the order of their ids.",
  modelTwice: "The vocabulary has “{word}” twice.",
  modelIds: "The ids of the vocabulary must be 0, 1, 2 … up to {count} entries; “{word}” has {id}.",
  modelVocabularyCount:
    "The vocabulary has {has} entries, but the model's embed.weight has {wanted} rows.",
  modelClasses: "The classes must be a list of names.",
  modelClassCount: "There are {has} names of classes, but the model's head has {wanted} rows.",
  modelHeads: "The number of heads is {found}, but must be a whole number from 1.",
  modelHeadsOf: "{heads} heads cannot share d = {d}: it must be a whole multiple.",
  modelRefused: "The model cannot be used: {reason}.",
  modelEmpty: "{file} holds no tensors.",
  modelNotFinite: "The tensor {name} has numbers that are not finite: NaN or Infinity.",
  modelLayer:
    "The tensor {name} belongs to a block that is not there: the file has {layers} block(s), counted from 0.",
};
